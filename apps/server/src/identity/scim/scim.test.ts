import { randomUUID } from 'node:crypto';
import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { Me, User } from '@ecp/contract/identity/auth';
import type { IssuedScimToken, ScimToken } from '@ecp/contract/identity/scim';
import {
  type CookieClient,
  createClient,
  signUpTenant,
  writeCookies,
} from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDirectory, proveDomain, type ScimClient } from '../../../testing/directory.ts';
import {
  addPasskey,
  createPasskeyDevice,
  requestChallenge,
} from '../../../testing/factor-person.ts';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

let platform: TestPlatform;
let owner: CookieClient;
let ownerEmail: string;
let tenantId: string;
let directory: ScimClient;
beforeAll(async () => {
  platform = await shareTestPlatform();
  owner = createClient(platform.baseUrl);
  ({ email: ownerEmail, tenantId } = await signUpTenant(owner));
  directory = connectDirectory(platform.baseUrl, await issueToken());
  await proveDomain(platform, tenantId, domain);
});
afterAll(() => platform.close());

async function issueToken(client = owner): Promise<string> {
  const { status, body } = await client.post<IssuedScimToken>('/api/account/scim-tokens', {
    name: 'Entra ID',
  });
  expect(status).toBe(201);
  return body.token;
}

const domain = `firm-${randomUUID().slice(0, 8)}.example`;
const newAddress = () => `${randomUUID()}@${domain}`;
const team = async () => (await owner.get<{ members: User[] }>('/api/team')).body.members;
const member = async (id: string) => (await team()).find((user) => user.id === id);

async function createUser(fields: object = {}): Promise<{ id: string; userName: string }> {
  const { status, body } = await directory.post('/Users', {
    schemas: [userSchema],
    userName: newAddress(),
    ...fields,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const follow = async (client: CookieClient, token: string | undefined) =>
  (await client.get(`/api/auth/magic-link/verify?token=${token}`)).status;

/** Asks for a sign-in link and returns its token, once the address has received `count` mails. */
async function requestLink(email: string, count: number): Promise<string | undefined> {
  await createClient(platform.baseUrl).post('/api/auth/sign-in/magic-link', { email });
  return tokensOf((await waitForMails(platform.dataDir, email, count)).at(-1))[0];
}

async function signInByMail(email: string, count = 1): Promise<CookieClient> {
  const client = createClient(platform.baseUrl);
  expect(await follow(client, await requestLink(email, count))).toBe(302);
  return client;
}

describe('tokens', () => {
  // DIR-1
  test('are shown once, listed with their last use, and end at once', async () => {
    const { body: made } = await owner.post<IssuedScimToken>('/api/account/scim-tokens', {
      name: 'Okta',
    });
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Okta',
      token: expect.stringMatching(/^svc_scim_[0-9a-f]{32}$/),
      createdAt: expect.any(String),
    });
    const okta = connectDirectory(platform.baseUrl, made.token);
    expect(await okta.get('/Users?count=0')).toMatchObject({
      status: 200,
      body: { Resources: [] },
    });
    const { body } = await owner.get<{ tokens: ScimToken[] }>('/api/account/scim-tokens');
    expect(body.tokens.find(({ id }) => id === made.id)).toEqual({
      id: made.id,
      name: 'Okta',
      createdAt: made.createdAt,
      lastUsedAt: expect.any(String),
    });
    await owner.delete(`/api/account/scim-tokens/${made.id}`);
    expect(await okta.get('/Users')).toMatchObject({
      status: 401,
      type: 'application/scim+json; charset=utf-8',
      body: { schemas: [errorSchema], status: '401', detail: expect.any(String) },
    });
  });

  // DIR-2
  test('open nothing else, and nothing else opens SCIM', async () => {
    const token = await issueToken();
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${platform.baseUrl}/api/engagements`, { headers })).status).toBe(401);
    const { body: key } = await owner.post<{ key: string }>('/api/api-keys', { name: 'Key' });
    expect((await connectDirectory(platform.baseUrl, key.key).get('/Users')).status).toBe(401);
    expect((await owner.get('/api/scim/v2/Users')).status).toBe(401);
  });
});

describe('people', () => {
  // DIR-3
  test('are created as the example of RFC 7644 3.3 and read back', async () => {
    const userName = newAddress();
    const created = await directory.post('/Users', {
      schemas: [userSchema],
      userName: userName.toUpperCase(),
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    });
    const resource = {
      schemas: [userSchema],
      id: expect.any(String),
      externalId: 'bjensen',
      userName,
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${platform.services.config.baseUrl}/api/scim/v2/Users/${created.body.id}`,
      },
    };
    expect(created).toMatchObject({
      status: 201,
      type: 'application/scim+json; charset=utf-8',
      body: resource,
    });
    expect(await directory.get(`/Users/${created.body.id}`)).toMatchObject({
      status: 200,
      body: resource,
    });
    expect(await member(created.body.id)).toMatchObject({
      name: 'Ms. Barbara J Jensen III',
      role: 'member',
    });
  });

  // DIR-4
  test('of an address that the team has, in any case of letters, are refused', async () => {
    const { userName } = await createUser();
    const again = await directory.post('/Users', {
      schemas: [userSchema],
      userName: userName.toUpperCase(),
    });
    expect(again).toMatchObject({
      status: 409,
      body: { schemas: [errorSchema], status: '409', scimType: 'uniqueness' },
    });
  });

  // DIR-5, DIR-22
  test('are found by filters, in pages, with chosen attributes', async () => {
    const { id, userName } = await createUser({ externalId: 'ext-1', displayName: 'Eve' });
    for (const filter of [
      `userName eq "${userName}"`,
      `userName EQ "${userName.toUpperCase()}"`,
      'externalId eq "ext-1"',
    ]) {
      const found = await directory.get(`/Users?filter=${encodeURIComponent(filter)}`);
      expect({ filter, ...found }).toMatchObject({
        status: 200,
        body: { totalResults: 1, Resources: [{ id }] },
      });
    }
    expect(
      (await directory.get('/Users?filter=userName%20eq%20%22nobody%40firm.example%22')).body,
    ).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const all = (await directory.get('/Users')).body;
    const page = (await directory.get('/Users?startIndex=2&count=1&attributes=userName')).body;
    expect(page).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: all.totalResults,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [
        { schemas: [userSchema], id: all.Resources[1].id, userName: all.Resources[1].userName },
      ],
    });
    const { body: none } = await directory.get('/Users?startIndex=-3&count=-1');
    expect(none).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
      totalResults: all.totalResults,
      Resources: [],
    });
    const { body: beyond } = await directory.get(
      '/Users?startIndex=99999999999&filter=userName%20pr',
    );
    expect(beyond).toMatchObject({
      startIndex: 99_999_999_999,
      itemsPerPage: 0,
      totalResults: all.totalResults,
    });
    expect((await directory.get('/Schemas')).body).toMatchObject({
      totalResults: 2,
      itemsPerPage: 2,
    });
    for (const bad of [
      'filter=userName%20eq',
      'startIndex=first',
      'count=',
      'count=many',
      'filter=',
      'count=1&count=2',
    ]) {
      expect(await directory.get(`/Users?${bad}`)).toMatchObject({
        status: 400,
        body: { schemas: [errorSchema] },
      });
    }
  });

  // DIR-6
  test.each([
    [
      'Azure, with an address as the path',
      [{ op: 'Replace', path: 'displayName', value: 'Pat' }],
      { displayName: 'Pat' },
    ],
    [
      'Azure, by the URN',
      [{ op: 'Add', path: `${userSchema}:displayName`, value: 'Pat' }],
      { displayName: 'Pat' },
    ],
    [
      'Azure, dotted names',
      [{ op: 'Replace', value: { 'name.givenName': 'Pat' } }],
      { name: { givenName: 'Pat' } },
    ],
    [
      'Okta, a value without a path',
      [{ op: 'replace', value: { displayName: 'Pat' } }],
      { displayName: 'Pat' },
    ],
    [
      'Okta, nested',
      [{ op: 'replace', value: { name: { familyName: 'Lee' } } }],
      { name: { familyName: 'Lee' } },
    ],
    [
      'what is not kept',
      [
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'other@firm.example' },
        { op: 'Add', path: `${enterpriseSchema}:department`, value: 'Strategy' },
        {
          op: 'Replace',
          value: { title: 'Partner', [`${enterpriseSchema}:manager`]: { value: 'x' } },
        },
        { op: 'Replace', path: 'externalId', value: 'ext-2' },
      ],
      { externalId: 'ext-2' },
    ],
    ['a removal', [{ op: 'Remove', path: 'externalId' }], {}],
  ])('are changed as directories send it: %s', async (_name, operations, changed) => {
    const { id, userName } = await createUser({ externalId: 'ext' });
    const patched = await directory.patch(`/Users/${id}`, operations);
    expect(patched).toMatchObject({ status: 200, body: { userName, active: true, ...changed } });
    if (Object.keys(changed).length === 0) expect(patched.body).not.toHaveProperty('externalId');
  });

  // DIR-6
  test('are refused a PATCH that says nothing', async () => {
    const { id } = await createUser();
    for (const operations of [
      [],
      [{ op: 'move', path: 'userName' }],
      [{ op: 'remove' }],
      [{ op: 'add', value: 'x' }],
      7,
    ]) {
      const refused = await directory.call('PATCH', `/Users/${id}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: operations,
      });
      expect(refused).toMatchObject({
        status: 400,
        body: { schemas: [errorSchema], detail: expect.any(String) },
      });
    }
    const wrong = await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'active', value: 'perhaps' },
    ]);
    expect(wrong.status).toBe(400);
    expect((await directory.get(`/Users/${id}`)).body.active).toBe(true);
  });

  // DIR-7
  test('who get another address lose what the old one opened', async () => {
    const { id, userName } = await createUser();
    const client = await signInByMail(userName);
    const next = newAddress();
    expect(
      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: next }]),
    ).toMatchObject({
      status: 200,
      body: { userName: next },
    });
    expect((await client.get('/api/me')).status).toBe(401);
    const taken = await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'userName', value: ownerEmail },
    ]);
    expect(taken).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });

  // DIR-7
  test('who get the address of a stranger reach none of the stranger’s workspaces, whatever the stranger proves', async () => {
    const { id, userName } = await createUser();
    const device = createPasskeyDevice(platform);
    await addPasskey(await signInByMail(userName), device);
    const victim = createClient(platform.baseUrl);
    const { email } = await signUpTenant(victim, { email: newAddress() });
    expect(await follow(victim, await requestLink(email, 1))).toBe(302);
    expect(
      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: email }]),
    ).toMatchObject({
      status: 200,
    });
    // The stranger sets a password by every link of the mail, and so proves the address in this
    // team, too.
    await createClient(platform.baseUrl).post('/api/auth/request-password-reset', { email });
    const links = tokensOf((await waitForMails(platform.dataDir, email, 2)).at(-1));
    expect(links).toHaveLength(2);
    for (const token of links) {
      const reset = { token, newPassword: 'a password of the stranger' };
      expect(
        (await createClient(platform.baseUrl).post('/api/auth/reset-password', reset)).status,
      ).toBe(200);
    }
    const attacker = createClient(platform.baseUrl);
    const passkey = device.sign(await requestChallenge(attacker));
    expect(await attacker.post('/api/auth/sign-in/passkey', { passkey })).toMatchObject({
      status: 200,
    });
    expect((await attacker.get<Me>('/api/me')).body.tenants.map((joined) => joined.id)).toEqual([
      tenantId,
    ]);
  });

  // DIR-8
  test('are taken out of the team', async () => {
    const { id } = await createUser();
    expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
    expect(await member(id)).toBeUndefined();
    expect(await directory.get(`/Users/${id}`)).toMatchObject({
      status: 404,
      body: { schemas: [errorSchema] },
    });
    expect((await directory.delete(`/Users/${id}`)).status).toBe(404);
  });

  // DIR-16
  test('are in the audit log with the token that changed them', async () => {
    const { id } = await createUser();
    await directory.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }]);
    await directory.delete(`/Users/${id}`);
    const { body: listed } = await owner.get<{ tokens: ScimToken[] }>('/api/account/scim-tokens');
    const tokenIds = listed.tokens
      .filter(({ name }) => name === 'Entra ID')
      .map((token) => token.id);
    const { body } = await owner.get<{ entries: AuditLogEntry[] }>('/api/audit-log');
    const changes = body.entries.filter(({ resourceId }) => resourceId === id);
    expect(changes.map(({ action }) => action).toSorted()).toEqual([
      'team.deactivate',
      'team.enter',
      'team.remove',
    ]);
    const named = changes.map(
      ({ metadata }) => (metadata as { scimTokenId?: string }).scimTokenId ?? '',
    );
    expect(new Set(named).size).toBe(1);
    expect(tokenIds).toContain(named[0]);
  });

  // DIR-9
  test('do not include the owner for changes, and are those of this tenant', async () => {
    const mine = (await team()).find(({ role }) => role === 'owner');
    expect(
      await directory.patch(`/Users/${mine?.id}`, [{ op: 'replace', value: { active: false } }]),
    ).toMatchObject({
      status: 403,
      body: { schemas: [errorSchema], status: '403' },
    });
    expect((await directory.delete(`/Users/${mine?.id}`)).status).toBe(403);
    const named = await directory.patch(`/Users/${mine?.id}`, [
      { op: 'replace', path: 'externalId', value: 'boss' },
    ]);
    expect(named).toMatchObject({ status: 200, body: { externalId: 'boss', active: true } });
    const stranger = createClient(platform.baseUrl);
    await signUpTenant(stranger);
    const other = connectDirectory(platform.baseUrl, await issueToken(stranger));
    const { id } = await createUser();
    const rename = [{ op: 'replace', path: 'displayName', value: 'Taken over' }];
    const bodies = {
      GET: undefined,
      PUT: { schemas: [userSchema], userName: newAddress() },
      PATCH: { schemas: [patchSchema], Operations: rename },
      DELETE: undefined,
    };
    for (const [method, body] of Object.entries(bodies))
      expect((await other.call(method, `/Users/${id}`, body)).status).toBe(404);
    const displayName = `Group ${randomUUID()}`;
    const group = await directory.post('/Groups', { schemas: [groupSchema], displayName });
    expect(group.status).toBe(201);
    for (const [method, body] of Object.entries(bodies)) {
      const sent = method === 'PUT' ? { schemas: [groupSchema], displayName: 'Mine' } : body;
      expect((await other.call(method, `/Groups/${group.body.id}`, sent)).status).toBe(404);
    }
    const grasp = await other.post('/Groups', {
      schemas: [groupSchema],
      displayName,
      members: [{ value: id }],
    });
    expect(grasp.status).toBe(400);
    expect((await directory.get(`/Groups/${group.body.id}`)).body).toMatchObject({ displayName });
    expect((await other.get('/Users')).body.totalResults).toBe(1);
  });
});

describe('who is switched off', () => {
  // DIR-10
  test.each([
    ['Azure', { op: 'Replace', path: 'active', value: 'False' }],
    ['Okta', { op: 'replace', value: { active: false } }],
  ])(
    'loses sessions, keys, streams and links within a second, for good (%s)',
    async (_name, operation) => {
      const { id, userName } = await createUser();
      await owner.patch(`/api/team/${id}`, { role: 'admin' });
      const client = await signInByMail(userName);
      const link = await requestLink(userName, 2);
      const { body: key } = await client.post<{ key: string }>('/api/api-keys', { name: 'Key' });
      const brief = {
        name: 'Market entry',
        client: 'Acme',
        brief: 'Enter the market.',
        tasks: [{ id: 'a', name: 'A' }],
      };
      const { body: engagement } = await owner.post('/api/engagements', brief);
      await owner.post(`/api/engagements/${engagement['id']}/run`);
      const stream = await fetch(`${platform.baseUrl}/api/engagements/${engagement['id']}/stream`, {
        headers: { cookie: writeCookies(client.cookies) },
      });
      expect(stream.status).toBe(200);
      expect(await directory.patch(`/Users/${id}`, [operation])).toMatchObject({
        status: 200,
        body: { active: false },
      });
      // Ends once the watch has looked, which it does every second.
      await stream.text();
      expect((await client.get('/api/me')).status).toBe(401);
      expect((await createClient(platform.baseUrl, key.key).get('/api/engagements')).status).toBe(
        401,
      );
      expect(await follow(createClient(platform.baseUrl), link)).not.toBe(302);
      expect(await member(id)).toMatchObject({ deactivatedAt: expect.any(String) });
      expect((await directory.get(`/Users/${id}`)).body.active).toBe(false);
      expect(
        (await directory.get(`/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`))
          .body,
      ).toMatchObject({
        Resources: [{ id, active: false }],
      });

      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: 'True' }]);
      expect((await client.get('/api/me')).status).toBe(401);
      expect((await createClient(platform.baseUrl, key.key).get('/api/engagements')).status).toBe(
        401,
      );
      expect((await (await signInByMail(userName, 3)).get('/api/me')).status).toBe(200);
    },
  );

  // DIR-10
  test('gets no key by a request that began before', async () => {
    const { id, userName } = await createUser();
    await owner.patch(`/api/team/${id}`, { role: 'admin' });
    const client = await signInByMail(userName);
    const { body: old } = await client.post<{ id: string }>('/api/api-keys', { name: 'Old' });
    const switchOff = 'update platform.users set deactivated_at = now() where id = $1';
    const answers = await holdLocks(platform, [switchOff, id], async () => {
      const begun = [
        client.post('/api/api-keys', { name: 'Late' }),
        client.patch(`/api/api-keys/${old.id}`),
      ] as const;
      await pollLockWaits(platform, begun.length);
      return { begun };
    });
    for (const answer of await Promise.all(answers.begun)) expect(answer.status).toBe(401);
  });
});

describe('groups', () => {
  // DIR-11
  test('are created, changed as Azure and Okta send it, found and deleted', async () => {
    const [first, second, third] = [await createUser(), await createUser(), await createUser()];
    const displayName = `Group ${randomUUID()}`;
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
    const created = await directory.post('/Groups', {
      schemas,
      displayName,
      members: [{ value: first.id, $ref: null }],
    });
    expect(created).toMatchObject({
      status: 201,
      body: { displayName, members: [{ value: first.id, type: 'User' }] },
    });
    const { id } = created.body;
    const idsOf = (body: { members?: { value: string }[] }) =>
      new Set((body.members ?? []).map(({ value }) => value));
    const change = async (...operations: unknown[]) =>
      idsOf((await directory.patch(`/Groups/${id}`, operations)).body);
    expect(
      await change({
        op: 'Add',
        path: 'members',
        value: [{ value: second.id }, { value: third.id }],
      }),
    ).toEqual(new Set([first.id, second.id, third.id]));
    expect(await change({ op: 'Remove', path: 'members', value: [{ value: first.id }] })).toEqual(
      new Set([second.id, third.id]),
    );
    expect(await change({ op: 'remove', path: `members[value eq "${second.id}"]` })).toEqual(
      new Set([third.id]),
    );
    expect(await change({ op: 'replace', path: 'members', value: [{ value: first.id }] })).toEqual(
      new Set([first.id]),
    );
    expect(await change({ op: 'replace', value: { id, displayName } })).toEqual(
      new Set([first.id]),
    );
    expect((await directory.get(`/Users/${first.id}`)).body.groups).toMatchObject([
      { value: id, display: displayName },
    ]);
    const filter = encodeURIComponent(`displayName eq "${displayName}"`);
    expect(
      (await directory.get(`/Groups?filter=${filter}&excludedAttributes=members`)).body.Resources,
    ).toEqual([expect.objectContaining({ id, displayName })]);
    const again = await directory.post('/Groups', { schemas, displayName });
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const unknown = await directory.patch(`/Groups/${id}`, [
      { op: 'add', path: 'members', value: [{ value: 'nobody' }] },
    ]);
    expect(unknown.status).toBe(400);
    expect((await directory.delete(`/Groups/${id}`)).status).toBe(204);
    expect((await directory.get(`/Groups/${id}`)).status).toBe(404);
  });

  // DIR-21
  test('are found by their members, and lose those whom a value path finds', async () => {
    const [ada, bob, eve] = [
      await createUser({ displayName: 'Ada' }),
      await createUser({ displayName: 'Bob' }),
      await createUser({ displayName: 'Eve' }),
    ];
    const displayName = `Value paths ${randomUUID()}`;
    const members = [ada, bob, eve].map(({ id: value }) => ({ value }));
    const { body: group } = await directory.post('/Groups', { displayName, members });
    const find = async (filter: string) => {
      const { body } = await directory.get(`/Groups?filter=${encodeURIComponent(filter)}`);
      return body.Resources.map(({ id }: { id: string }) => id);
    };
    const named = `displayName eq "${displayName}"`;
    expect(await find(`${named} and members[display eq "ada"]`)).toEqual([group.id]);
    expect(await find(`${named} and not (members.display co "ad")`)).toEqual([]);
    expect(await find(`members.value eq "${bob.id}" and ${named}`)).toEqual([group.id]);
    const remove = (path: string) =>
      directory.patch(`/Groups/${group.id}`, [{ op: 'remove', path }]);
    expect(
      (await remove(`members[value eq "${bob.id}" or display sw "A"]`)).body.members,
    ).toMatchObject([{ value: eve.id }]);
    expect(await remove('members[value is "x"]')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    });
  });

  // DIR-12
  test('give roles by the rules of the connection, the highest first, and none to the owner', async () => {
    const partners = `Partners ${randomUUID()}`;
    await platform.asSuperuser(
      `update platform.sso_connections set default_role = 'viewer', group_roles = $2 where tenant_id = $1`,
      [tenantId, JSON.stringify([{ group: partners, role: 'admin' }])],
    );
    const { id } = await createUser();
    expect(await member(id)).toMatchObject({ role: 'viewer' });
    const boss = (await team()).find(({ role }) => role === 'owner');
    const members = [{ value: id }, { value: boss?.id }];
    const { body: group } = await directory.post('/Groups', { displayName: partners, members });
    expect(await member(id)).toMatchObject({ role: 'admin' });
    expect(await member(boss?.id ?? '')).toMatchObject({ role: 'owner' });
    await directory.patch(`/Groups/${group.id}`, [
      { op: 'replace', path: 'displayName', value: partners.toLowerCase() },
    ]);
    expect(await member(id)).toMatchObject({ role: 'viewer' });
    await directory.patch(`/Groups/${group.id}`, [
      { op: 'replace', path: 'displayName', value: partners },
    ]);
    await directory.delete(`/Groups/${group.id}`);
    expect(await member(id)).toMatchObject({ role: 'viewer' });
    await platform.asSuperuser('delete from platform.sso_connections where tenant_id = $1', [
      tenantId,
    ]);
  });
});

// DIR-13
test('the service describes itself', async () => {
  expect((await directory.get('/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  const { body: schemas } = await directory.get('/Schemas');
  expect(schemas).toMatchObject({
    totalResults: 2,
    Resources: [{ id: userSchema }, { name: 'Group' }],
  });
  expect((await directory.get(`/Schemas/${userSchema}`)).body).toMatchObject({ name: 'User' });
  expect((await directory.get('/ResourceTypes')).body.Resources).toMatchObject([
    { name: 'User', endpoint: '/Users', schema: userSchema },
    { name: 'Group', endpoint: '/Groups' },
  ]);
  expect(await directory.get('/Bulk')).toMatchObject({
    status: 404,
    body: { schemas: [errorSchema] },
  });
  expect(await directory.call('PATCH', '/Users')).toMatchObject({
    status: 405,
    body: { schemas: [errorSchema] },
  });
});
