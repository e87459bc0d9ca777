import { randomUUID } from 'node:crypto';
import type { User } from '@ecp/contract/identity/auth';
import type { IssuedScimToken } from '@ecp/contract/identity/scim';
import { type CookieClient, createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDirectory, proveDomain, type ScimClient } from '../../../testing/directory.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { findRecipient } from '../../material/notices/recipients.ts';
import { findMailRecipient } from '../tenants/tenants.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

interface Firm {
  owner: CookieClient;
  tenantId: string;
  directory: ScimClient;
}

async function openFirm(): Promise<Firm> {
  const owner = createClient(platform.baseUrl);
  const { tenantId } = await signUpTenant(owner);
  const { body } = await owner.post<IssuedScimToken>('/api/account/scim-tokens', {});
  return { owner, tenantId, directory: connectDirectory(platform.baseUrl, body.token) };
}

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

interface Step {
  does: string;
  method: string;
  /** `{user}` and `{group}` are the ids that the service gave, also in bodies. */
  path: string;
  body?: object;
  status: number;
  /** A part of the expected answer. */
  answer?: object;
}

/** A synchronization as Entra ID sends it, with everything that it sends beside what is kept. */
const entra: Step[] = [
  {
    does: 'tests the connection by a user who cannot exist',
    method: 'GET',
    path: '/Users?filter=userName+eq+%22d1a3ee16-47e7-4a4b-8e6b-6a3a3a2e3f0c%22',
    status: 200,
    answer: { totalResults: 0, Resources: [] },
  },
  {
    does: 'creates a user',
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [`${core}:User`, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Ada.Lovelace@{firm}',
      active: true,
      displayName: 'Ada Lovelace',
      emails: [{ primary: true, type: 'work', value: 'ada@elsewhere.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
      title: 'Partner',
      roles: [],
      [enterprise]: { department: 'Strategy', manager: { value: 'unknown' } },
    },
    status: 201,
    answer: { userName: 'ada.lovelace@{firm}', displayName: 'Ada Lovelace', active: true },
  },
  {
    does: 'matches the user',
    method: 'GET',
    path: '/Users?filter=userName+eq+%22ADA.Lovelace%40{firm}%22',
    status: 200,
    answer: { totalResults: 1, Resources: [{ id: '{user}' }] },
  },
  {
    does: 'changes several attributes at once',
    method: 'PATCH',
    path: '/Users/{user}',
    body: {
      schemas: [patchOp],
      Operations: [
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'new@elsewhere.example' },
        { op: 'Replace', path: 'name.familyName', value: 'King' },
        { op: 'Replace', path: 'displayName', value: 'Ada King' },
        { op: 'Add', path: `${enterprise}:manager`, value: [{ $ref: null, value: 'unknown' }] },
        { op: 'Remove', path: 'phoneNumbers[type eq "mobile"].value' },
      ],
    },
    status: 200,
    answer: { name: { familyName: 'King', givenName: 'Ada' }, displayName: 'Ada King' },
  },
  {
    does: 'disables the user as its older versions do',
    method: 'PATCH',
    path: '/Users/{user}',
    body: {
      schemas: [patchOp],
      Operations: [{ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }],
    },
    status: 200,
    answer: { active: false },
  },
  {
    does: 'enables the user by a value without a path',
    method: 'PATCH',
    path: '/Users/{user}',
    body: {
      schemas: [patchOp],
      Operations: [{ op: 'Replace', value: { active: 'True', 'name.givenName': 'Augusta' } }],
    },
    status: 200,
    answer: { active: true, name: { givenName: 'Augusta' } },
  },
  {
    does: 'creates a group',
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [
        `${core}:Group`,
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Strategy',
      meta: { resourceType: 'Group' },
    },
    status: 201,
    answer: { displayName: 'Strategy' },
  },
  {
    does: 'adds a member',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: {
      schemas: [patchOp],
      Operations: [{ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }],
    },
    status: 200,
    answer: { members: [{ value: '{user}' }] },
  },
  {
    does: 'asks whether the user is a member',
    method: 'GET',
    path: '/Groups?excludedAttributes=members&filter=id+eq+%22{group}%22+and+members+eq+%22{user}%22',
    status: 200,
    answer: { totalResults: 1, Resources: [{ id: '{group}' }] },
  },
  {
    does: 'finds the group without its members',
    method: 'GET',
    path: '/Groups?excludedAttributes=members&filter=displayName+eq+%22strategy%22',
    status: 200,
    answer: { totalResults: 1, Resources: [{ id: '{group}' }] },
  },
  {
    does: 'removes the member by the value',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: {
      schemas: [patchOp],
      Operations: [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }],
    },
    status: 200,
    answer: { members: [] },
  },
  {
    does: 'asks again',
    method: 'GET',
    path: '/Groups?filter=members.value+eq+%22{user}%22',
    status: 200,
    answer: { totalResults: 0 },
  },
  { does: 'deletes the group', method: 'DELETE', path: '/Groups/{group}', status: 204 },
  { does: 'deletes the user', method: 'DELETE', path: '/Users/{user}', status: 204 },
  { does: 'finds nobody', method: 'GET', path: '/Users/{user}', status: 404 },
];

const bodyOfOkta = {
  schemas: [`${core}:User`],
  userName: 'grace@{firm}',
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [{ primary: true, value: 'grace@{firm}', type: 'work' }],
  displayName: 'Grace Hopper',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
};

/** A synchronization as Okta sends it. */
const okta: Step[] = [
  {
    does: 'imports in pages',
    method: 'GET',
    path: '/Users?startIndex=1&count=100',
    status: 200,
    answer: { startIndex: 1, totalResults: 1 },
  },
  {
    does: 'looks for the user',
    method: 'GET',
    path: '/Users?filter=userName%20eq%20%22grace%40{firm}%22&startIndex=1&count=100',
    status: 200,
    answer: { totalResults: 0 },
  },
  {
    does: 'creates the user',
    method: 'POST',
    path: '/Users',
    body: bodyOfOkta,
    status: 201,
    answer: { active: true },
  },
  {
    does: 'creates the user twice',
    method: 'POST',
    path: '/Users',
    body: bodyOfOkta,
    status: 409,
    answer: { status: '409', scimType: 'uniqueness' },
  },
  {
    does: 'replaces the user',
    method: 'PUT',
    path: '/Users/{user}',
    body: {
      ...bodyOfOkta,
      id: '{user}',
      name: { givenName: 'Grace', middleName: 'B.', familyName: 'Murray' },
    },
    status: 200,
    answer: {
      name: { givenName: 'Grace', familyName: 'Murray' },
      externalId: '00ujl29u0le5T6Aj10h7',
    },
  },
  {
    does: 'pushes a group with its members',
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [`${core}:Group`],
      displayName: 'Computing',
      members: [{ value: '{user}', display: 'grace' }],
    },
    status: 201,
    answer: { members: [{ value: '{user}' }] },
  },
  {
    does: 'renames the group',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: {
      schemas: [patchOp],
      Operations: [{ op: 'replace', value: { id: '{group}', displayName: 'Compilers' } }],
    },
    status: 200,
    answer: { displayName: 'Compilers', members: [{ value: '{user}' }] },
  },
  {
    does: 'removes a member by a filter and replaces all',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: {
      schemas: [patchOp],
      Operations: [
        { op: 'remove', path: 'members[value eq "{user}"]' },
        { op: 'add', path: 'members', value: [{ value: '{user}', display: 'grace' }] },
      ],
    },
    status: 200,
    answer: { members: [{ value: '{user}' }] },
  },
  {
    does: 'deactivates the user',
    method: 'PATCH',
    path: '/Users/{user}',
    body: { schemas: [patchOp], Operations: [{ op: 'replace', value: { active: false } }] },
    status: 200,
    answer: { active: false },
  },
  {
    does: 'creates the user who is deactivated',
    method: 'POST',
    path: '/Users',
    body: { ...bodyOfOkta, userName: 'GRACE@{firm}' },
    status: 409,
    answer: { scimType: 'uniqueness' },
  },
  {
    does: 'removes all members',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: { schemas: [patchOp], Operations: [{ op: 'remove', path: 'members' }] },
    status: 200,
    answer: { members: [] },
  },
  { does: 'deletes the group', method: 'DELETE', path: '/Groups/{group}', status: 204 },
];

// DIR-3, DIR-4, DIR-5, DIR-6, DIR-8, DIR-11
test.each([
  ['Entra ID', entra],
  ['Okta', okta],
])('a whole synchronization of %s', async (_name, steps) => {
  const { directory } = await openFirm();
  const ids: Record<string, string> = { firm: `${randomUUID()}.example` };
  const fill = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole),
    );
  for (const { does, method, path, body, status, answer = {} } of steps) {
    const answered = await directory.call(method, fill(path), body && fill(body));
    expect({ does, ...answered, body: answered.body ?? {} }).toMatchObject({
      does,
      status,
      body: fill(answer),
    });
    if (status === 201) ids[path === '/Users' ? 'user' : 'group'] = answered.body.id;
  }
});

// DIR-3, DIR-6
test('a name follows the names of the directory, and survives a PATCH that says none', async () => {
  const { owner, directory } = await openFirm();
  const userName = `${randomUUID()}@firm.example`;
  const { body: made } = await directory.post('/Users', {
    userName,
    name: { givenName: 'Ada', familyName: 'Byron' },
  });
  const nameNow = async () =>
    (await owner.get<{ members: User[] }>('/api/team')).body.members.find(
      ({ id }) => id === made.id,
    )?.name;
  expect(await nameNow()).toBe('Ada Byron');
  await directory.patch(`/Users/${made.id}`, [
    { op: 'replace', path: 'name.familyName', value: 'King' },
  ]);
  expect(await nameNow()).toBe('Ada King');
  await directory.patch(`/Users/${made.id}`, [{ op: 'remove', path: 'name' }]);
  expect(await nameNow()).toBe('Ada King');
  await directory.patch(`/Users/${made.id}`, [
    { op: 'add', path: 'displayName', value: 'Ada\u202e\r\nKing\u2069' },
  ]);
  expect(await nameNow()).toBe('Ada King');
});

// DIR-5, DIR-6
test('what no directory should send is refused in the form of the protocol', async () => {
  const { directory } = await openFirm();
  const { body: user } = await directory.post('/Users', {
    userName: `${randomUUID()}@firm.example`,
  });
  const { body: group } = await directory.post('/Groups', { displayName: 'Group' });
  const many = Array.from({ length: 1_001 }, () => ({
    op: 'add',
    path: 'displayName',
    value: 'x',
  }));
  const refused = [
    ['POST', '/Users', {}],
    ['POST', '/Users', { userName: 'nobody' }],
    ['POST', '/Users', { userName: `${randomUUID()}@firm.example`, displayName: 'x'.repeat(300) }],
    ['POST', '/Users', []],
    ['POST', '/Groups', { members: [] }],
    ['POST', '/Groups', { displayName: 'Other', members: [{ display: 'nobody' }] }],
    ['PATCH', `/Users/${user.id}`, { schemas: [patchOp], Operations: many }],
    [
      'PATCH',
      `/Users/${user.id}`,
      { schemas: [patchOp], Operations: [{ op: 'remove', path: 'userName' }] },
    ],
    [
      'PATCH',
      `/Groups/${group.id}`,
      { schemas: [patchOp], Operations: [{ op: 'add', path: 'members[type eq "x"]' }] },
    ],
    [
      'PATCH',
      `/Groups/${group.id}`,
      { Operations: [{ op: 'remove', path: 'members[display is "x"]' }] },
    ],
    ['GET', `/Users?filter=${'urn:'.repeat(1_000)}`, undefined],
    ['GET', `/Groups?filter=${encodeURIComponent('displayName eq "a" or')}`, undefined],
  ] as const;
  for (const [method, path, body] of refused) {
    expect({
      method,
      path,
      sent: body,
      ...(await directory.call(method, path, body)),
    }).toMatchObject({
      status: 400,
      type: 'application/scim+json; charset=utf-8',
      body: { status: '400', detail: expect.any(String), scimType: expect.any(String) },
    });
  }
});

// DIR-14
test('who is switched off gets no mail', async () => {
  const { directory, tenantId } = await openFirm();
  const domain = `off-${randomUUID().slice(0, 8)}.example`;
  await proveDomain(platform, tenantId, domain);
  const userName = `${randomUUID()}@${domain}`;
  const { body: user } = await directory.post('/Users', { userName });
  const recipients = () =>
    platform.services.database.withTenant(tenantId, async (tx) => [
      (await findRecipient(tx, tenantId, { engagementId: 'none', userId: user.id }))?.to,
      (await findMailRecipient(tx, tenantId, user.id))?.to,
    ]);
  expect(await recipients()).toEqual([userName, userName]);
  await directory.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'active', value: false }]);
  expect(await recipients()).not.toContain(userName);
});

describe('a team of a thousand', () => {
  // DIR-15
  test('is provisioned whole', async () => {
    const { directory, tenantId } = await openFirm();
    const ids = Array.from({ length: 999 }, () => randomUUID());
    await platform.asSuperuser(
      `insert into platform.users (id, tenant_id, email, role)
        select id, $2, id || '@firm.example', 'member' from unnest($1::text[]) id`,
      [ids, tenantId],
    );
    const { body: group } = await directory.post('/Groups', { displayName: 'Everybody' });
    const patch = async (operations: object[]) => {
      const { status } = await directory.patch(`/Groups/${group.id}`, operations);
      const { body } = await directory.get(`/Groups/${group.id}`);
      return { status, members: body.members.length };
    };
    const leave = (id: string | undefined) => ({ op: 'remove', path: `members[value eq "${id}"]` });
    const everybody = ids.map((value) => ({ value }));
    expect(await patch([{ op: 'add', path: 'members', value: everybody }])).toEqual({
      status: 200,
      members: 999,
    });
    expect(await patch([leave(ids[3])])).toEqual({ status: 200, members: 998 });
    expect(await patch(ids.slice(0, 500).map(leave))).toEqual({ status: 200, members: 499 });
    const found = async (query: string) => (await directory.get(`/Users?${query}`)).body;
    const filter = (text: string) => `filter=${encodeURIComponent(text)}`;
    expect(await found(filter(`userName eq "${ids[7]}@firm.example"`))).toMatchObject({
      totalResults: 1,
    });
    expect(await found('count=200&startIndex=400')).toMatchObject({
      totalResults: 1_000,
      itemsPerPage: 200,
    });
    expect(await found(filter('active eq false'))).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
  });
});
