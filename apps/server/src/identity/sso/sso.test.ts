import { createHash } from 'node:crypto';
import type { Me, SignedIn, User } from '@ecp/contract/identity/auth';
import type { IssuedScimToken } from '@ecp/contract/identity/scim';
import type { SsoConnection } from '@ecp/contract/identity/sso';
import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails, waitForMailWith } from '@ecp/testing/mail-folder';
import { type OidcCounterpart, startOidcCounterpart } from '@ecp/testing/oidc/oidc-counterpart';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDirectory } from '../../../testing/directory.ts';
import {
  addPasskey,
  createPasskeyDevice,
  enrolTotp,
  requestChallenge,
  standStill,
} from '../../../testing/factor-person.ts';
import { type LocalServer, startLocalServer } from '../../../testing/servers/local-server.ts';
import {
  type Firm,
  failed,
  me,
  readRecords,
  records,
  useFirms,
} from '../../../testing/sso-firms.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { renewSsoSecrets } from './connections.ts';

let platform: TestPlatform;
let provider: OidcCounterpart;

beforeAll(async () => {
  platform = await startTestPlatform({ config: { outboundAllowedHosts: ['127.0.0.1'] } });
  platform.services.readTextRecords = readRecords;
  const redirectUris = [`${platform.services.config.baseUrl}/api/auth/sso/callback`];
  provider = await startOidcCounterpart({ redirectUris });
});
afterAll(async () => {
  await platform.close();
  await provider.close();
});
beforeEach(() => {
  provider.behave('well');
  provider.changeIdToken = undefined;
  provider.description = {};
});

const { open, openFirm, begin, walk, enter } = useFirms(() => ({ platform, provider }));

describe('the connection', () => {
  // SSO-1, SSO-2, SSO-5
  test('is answered without its secret, keeps secret, tokens and proofs, and is removed', async () => {
    const firm = await openFirm({
      proved: false,
      groupRoles: [{ group: 'Partners', role: 'admin' }],
    });
    const { owner, domain } = firm;
    const first = (await owner.get<SsoConnection>('/api/account/sso')).body;
    expect(first).toEqual({
      id: expect.any(String),
      kind: 'oidc',
      issuer: provider.issuer,
      clientId: provider.clientId,
      domains: [{ domain, token: expect.any(String), verifiedAt: null }],
      enforced: false,
      defaultRole: 'member',
      groupRoles: [{ group: 'Partners', role: 'admin' }],
      createdAt: expect.any(String),
    });
    records.set(domain, [`ecp-verification=${first.domains[0]?.token}`]);
    expect(await firm.prove(domain.toUpperCase())).toBe(true);
    const second = await firm.put({
      clientSecret: undefined,
      domains: [`other.${domain}`, domain],
      enforced: true,
    });
    expect(second).toMatchObject({ id: first.id, enforced: true });
    const kept = second.domains.find((row) => row.domain === domain);
    expect(kept).toEqual({ ...first.domains[0], verifiedAt: expect.any(String) });
    expect(second.domains.find((row) => row.domain !== domain)).toMatchObject({ verifiedAt: null });
    expect((await enter({ email: `ann@${domain}` })).status).toBe(302);
    const [row] = await platform.asSuperuser<{ sealed: string }>(
      'select sealed from platform.sso_connections where tenant_id = $1',
      [firm.tenantId],
    );
    expect(row?.sealed).not.toContain(provider.clientSecret);
    expect(JSON.stringify(await firm.audit('sso.update'))).not.toContain(provider.clientSecret);
    expect((await owner.delete('/api/account/sso')).body).toEqual({ success: true });
    expect((await owner.get('/api/account/sso')).status).toBe(404);
    expect((await owner.delete('/api/account/sso')).status).toBe(404);
    expect(await firm.audit('sso.delete')).toHaveLength(1);
  });

  // SET-15
  test('keeps its secret when the secret of the installation changes', async () => {
    const { domain } = await openFirm();
    const { services } = platform;
    const own = services.keys;
    const next = createKeyRing(['another secret of the installation']);
    const both = { ...own, writingId: next.writingId, encrypt: next.encrypt };
    await renewSsoSecrets({ ...services, keys: both }, new AbortController().signal);
    services.keys = next;
    try {
      expect((await enter({ email: `ann@${domain}` })).status).toBe(302);
    } finally {
      services.keys = own;
      await renewSsoSecrets(
        { ...services, keys: { ...next, writingId: own.writingId, encrypt: own.encrypt } },
        new AbortController().signal,
      );
    }
  });

  // SSO-18
  test.each([
    [
      'the address of its description',
      (issuer: string) => `${issuer}/.well-known/openid-configuration`,
    ],
    ['blanks around it', (issuer: string) => ` \n${issuer}\u200b\t`],
    ['a slash at its end', (issuer: string) => `${issuer}//`],
    ['all of it', (issuer: string) => `\u00a0${issuer}/.well-known/openid-configuration/ `],
  ])('keeps an issuer as the provider has it: pasted with %s', async (_title, paste) => {
    const firm = await openFirm({
      issuer: paste(provider.issuer),
      clientId: ` ${provider.clientId} `,
    });
    const { body } = await firm.owner.get('/api/account/sso');
    expect(body).toMatchObject({ issuer: provider.issuer, clientId: provider.clientId });
    expect((await enter({ email: `ann@${firm.domain}` })).status).toBe(302);
  });

  // SSO-18
  test('takes an issuer that has a slash at its end', async () => {
    const server: LocalServer = await startLocalServer((_asked, response) => {
      const issuer = `http://127.0.0.1:${server.port}/realm/`;
      const description = { issuer, authorization_endpoint: `${issuer}authorize` };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(description));
    });
    const firm = await openFirm();
    await firm.put({ issuer: `http://127.0.0.1:${server.port}/realm/` });
    const url = await begin(open(), `ann@${firm.domain}`);
    expect(url).toMatch(`http://127.0.0.1:${server.port}/realm/authorize?`);
    await server.close();
  });

  // SSO-1
  test('is refused with what it cannot be', async () => {
    const { owner, domain } = await openFirm({ proved: false });
    await owner.delete('/api/account/sso');
    const right = {
      kind: 'oidc',
      issuer: provider.issuer,
      clientId: 'c',
      clientSecret: 's',
      domains: [domain],
    };
    const refusals = [
      [{ ...right, clientSecret: undefined }, 'invalid_request'],
      [{ ...right, defaultRole: 'owner' }, 'invalid_request'],
      [{ ...right, groupRoles: [{ group: 'All', role: 'owner' }] }, 'invalid_request'],
      [{ ...right, domains: ['127.0.0.1'] }, 'invalid_request'],
      [{ ...right, kind: 'ldap' }, 'invalid_request'],
      [{ ...right, issuer: 'http://idp.example.com' }, 'url_invalid'],
      [{ ...right, issuer: 'ftp://idp.example.com' }, 'url_invalid'],
      [{ ...right, issuer: 'https://10.0.0.1' }, 'url_private'],
      [{ ...right, issuer: `${provider.issuer}?tenant=1` }, 'invalid_request'],
      [{ ...right, clientSecret: ' ' }, 'invalid_request'],
      [{ kind: 'saml', domains: [domain] }, 'invalid_request'],
    ];
    for (const [body, code] of refusals) {
      expect(await owner.put('/api/account/sso', body)).toMatchObject({
        status: 400,
        body: { code },
      });
    }
    expect((await owner.get('/api/account/sso')).status).toBe(404);
  });

  // SSO-1
  test('reaches nothing where the installation has no way out', async () => {
    const firm = await openFirm();
    const { config } = platform.services;
    const off = { status: 400, body: { code: 'outbound_off' } };
    config.hasWayOut = false;
    try {
      expect(
        await firm.owner.put('/api/account/sso', {
          kind: 'saml',
          metadataUrl: 'https://idp.example',
        }),
      ).toMatchObject(off);
      expect(
        await firm.owner.post('/api/account/sso/verify', { domain: firm.domain }),
      ).toMatchObject(off);
      expect(await open().post('/api/auth/sso', { email: `ann@${firm.domain}` })).toMatchObject(
        off,
      );
    } finally {
      config.hasWayOut = true;
    }
  });
});

describe('the proof of a domain', () => {
  // SSO-3
  test('is the record at the domain itself, and ends once somebody looks and it is gone', async () => {
    const firm = await openFirm({ proved: false });
    const { domain, owner } = firm;
    const [named] = (await firm.put()).domains;
    const address = `ann@${domain}`;
    expect([await firm.prove(), await begin(open(), address)]).toEqual([false, null]);
    records.set(domain, [`ecp-verification=${named?.token}x`, 'ecp-verification=']);
    expect(await firm.prove()).toBe(false);
    records.set(domain, [`ecp-verification=${named?.token}`]);
    expect(await firm.prove()).toBe(true);
    expect(await begin(open(), address)).toContain(provider.issuer);
    expect(await begin(open(), `ann@below.${domain}`)).toBeNull();
    records.set(domain, null);
    expect(await firm.prove()).toBe(true);
    records.set(domain, []);
    expect([await firm.prove(), await begin(open(), address)]).toEqual([false, null]);
    expect(await owner.post('/api/account/sso/verify', { domain: 'other.example' })).toMatchObject({
      status: 404,
    });
  });

  // SSO-4
  test('belongs to one tenant, until its record has made room for that of another', async () => {
    const [first, second] = [await openFirm(), await openFirm({ proved: false })];
    const { domain } = first;
    const claimed = (await second.put({ domains: [domain] })).domains[0]?.token;
    const held = records.get(domain) ?? [];
    records.set(domain, [...held, `ecp-verification=${claimed}`]);
    expect(await second.prove(domain)).toBe(false);
    expect((await enter({ email: `ann@${domain}` })).status).toBe(302);
    records.set(domain, [`ecp-verification=${claimed}`]);
    expect(await second.prove(domain)).toBe(true);
    expect(await first.audit('sso.verify_domain')).toContainEqual(
      expect.objectContaining({
        metadata: { domain, verified: false, reason: 'proved_by_another' },
      }),
    );
    const { client } = await enter({ email: `ben@${domain}` });
    expect((await me(client)).tenant.id).toBe(second.tenantId);
  });
});

describe('a sign-in', () => {
  // SSO-6, SSO-8, SSO-10, SSO-11
  test('makes the person at the first time, in that tenant only, with the role of the groups each time', async () => {
    const groupRoles = [
      { group: 'Readers', role: 'viewer' },
      { group: 'Partners', role: 'admin' },
    ];
    const firm = await openFirm({ groupRoles, defaultRole: 'viewer' });
    await firm.owner.patch('/api/account/policies', { requireSecondFactor: true });
    const claims = {
      email: `Ann@${firm.domain.toUpperCase()}`,
      email_verified: true,
      name: 'Ann\u0000Auditor',
    };
    const { client, status, headers } = await enter({
      ...claims,
      groups: ['Readers', 'Partners', 'partners'],
    });
    expect([status, headers.get('location')]).toEqual([
      302,
      `${platform.services.config.baseUrl}/`,
    ]);
    expect(await me(client)).toMatchObject({
      user: { email: `ann@${firm.domain}`, name: 'Ann Auditor', role: 'admin', invitedBy: null },
      tenant: { id: firm.tenantId },
      tenants: [{ id: firm.tenantId }],
      confirmationPending: false,
      security: { secondFactorMissing: false },
    });
    expect((await client.get('/api/engagements')).status).toBe(200);
    const { body } = await client.get<{ sessions: object[] }>('/api/me/sessions');
    expect(body.sessions).toMatchObject([{ current: true, sso: true }]);
    const roles: (string | undefined)[] = [];
    for (const groups of [['Readers'], 'Partners', ['partners'], undefined]) {
      roles.push((await me((await enter({ ...claims, groups })).client)).user?.role);
    }
    expect(roles).toEqual(['viewer', 'admin', 'viewer', 'viewer']);
    const { id } = (await me(client)).user as User;
    await platform.asSuperuser(
      'update platform.tenants set require_second_factor = false where id = $1',
      [firm.tenantId],
    );
    expect(await firm.audit('team.enter')).toMatchObject([
      { userId: id, metadata: { role: 'admin', through: 'sso' } },
    ]);
    expect((await firm.audit('team.update_role')).map(({ metadata }) => metadata['to'])).toEqual([
      'viewer',
      'admin',
      'viewer',
    ]);
  });

  // SSO-11, SSO-12
  test('of a member who is there keeps the row; no provider changes the owner, nor anybody without roles for groups', async () => {
    const firm = await openFirm();
    const email = `ben@${firm.domain}`;
    const invited = await firm.owner.post<User>('/api/team', { email, role: 'admin' });
    const { client } = await enter({ email, name: 'Ben', groups: ['Nobody'] });
    expect((await me(client)).user).toMatchObject({
      id: invited.body.id,
      name: 'Ben',
      role: 'admin',
    });
    await firm.put({ groupRoles: [{ group: 'Readers', role: 'viewer' }] });
    const owner = await enter({ email: firm.email, groups: ['Readers'] });
    expect((await me(owner.client)).user).toMatchObject({ role: 'owner', name: 'Olga Owner' });
    // The password of before is still good, as nothing is enforced.
    const { email: address, password } = firm;
    expect(
      (await open().post('/api/auth/sign-in/email', { email: address, password })).status,
    ).toBe(200);
  });

  // SSO-8
  test('in two tabs at once makes one person', async () => {
    const firm = await openFirm();
    const email = `bea@${firm.domain}`;
    const client = open();
    const paths = [await walk(client, { email }), await walk(client, { email })];
    const answers = await Promise.all(paths.map((path) => client.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    const { body } = await firm.owner.get<{ members: User[] }>('/api/team');
    expect(body.members.filter((member) => member.email === email)).toHaveLength(1);
  });

  // SSO-8
  test('of somebody who is being invited at this moment waits and takes the row of the invitation', async () => {
    const firm = await openFirm();
    const email = `bob@${firm.domain}`;
    const client = open();
    const path = await walk(client, { email });
    const waits =
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%platform.users as u%'";
    const entered = await platform.services.database.withTenant(firm.tenantId, async (tx) => {
      await tx.query({
        text: `insert into platform.users (id, tenant_id, email, role) values ('invited-bob', $1, $2, 'viewer')`,
        values: [firm.tenantId, email],
      });
      const answer = client.get(path);
      await pollUntil(
        () => platform.asSuperuser(waits),
        (waiting) => waiting.length > 0,
      );
      return { answer };
    });
    expect((await entered.answer).status).toBe(302);
    expect((await me(client)).user).toMatchObject({ id: 'invited-bob', role: 'viewer' });
  });

  // SSO-7
  test('is hindered by none of the many that strangers have begun, and the late ones of these go', async () => {
    const firm = await openFirm();
    const client = open();
    const path = await walk(client, { email: `bo@${firm.domain}` });
    const strangers = (isLate: boolean) =>
      platform.asSuperuser(
        `insert into platform.sso_sign_ins (state_hash, tenant_id, connection_id, revision, expires_at)
          select sha256(random()::text::bytea), tenant_id, id, revision, now() + make_interval(mins => $2)
          from platform.sso_connections, generate_series(1, 150) where tenant_id = $1`,
        [firm.tenantId, isLate ? -1 : 10],
      );
    await strangers(false);
    await strangers(true);
    expect((await client.get(path)).status).toBe(302);
    for (const _time of [1, 2])
      expect((await enter({ email: `bo@${firm.domain}` })).status).toBe(302);
    const left = await platform.asSuperuser(
      'select from platform.sso_sign_ins where tenant_id = $1',
      [firm.tenantId],
    );
    expect(left).toHaveLength(150);
  });

  // SSO-11, DIR-10
  test('lets nobody in whom the directory has switched off, and leaves roles by its groups where it names none', async () => {
    const groupRoles = [
      { group: 'Readers', role: 'viewer' },
      { group: 'Partners', role: 'admin' },
    ];
    const firm = await openFirm({ groupRoles });
    const { body: issued } = await firm.owner.post<IssuedScimToken>('/api/account/scim-tokens', {});
    const directory = connectDirectory(platform.baseUrl, issued.token);
    const email = `dee@${firm.domain}`;
    const { body: dee } = await directory.post('/Users', { userName: email });
    await directory.post('/Groups', { displayName: 'Partners', members: [{ value: dee.id }] });
    const roleAfter = async (claims: object) =>
      (await me((await enter({ email, ...claims })).client)).user?.role;
    expect([await roleAfter({}), await roleAfter({ groups: ['Readers'] })]).toEqual([
      'admin',
      'viewer',
    ]);
    await firm.put({ groupRoles: [] });
    expect([await roleAfter({}), await roleAfter({ groups: ['Partners'] })]).toEqual([
      'viewer',
      'viewer',
    ]);
    const early = open();
    const begun = await walk(early, { email });
    await directory.patch(`/Users/${dee.id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(await early.get(begun)).toMatchObject(failed('deactivated'));
    expect(await enter({ email })).toMatchObject(failed('deactivated'));
    expect((await early.get('/api/me')).status).toBe(401);
    await directory.patch(`/Users/${dee.id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect((await enter({ email })).status).toBe(302);
  });

  // SSO-10
  test('keeps what the person has made once a mailed link confirms the address, and stays one of the provider', async () => {
    const firm = await openFirm({ defaultRole: 'admin' });
    const email = `cid@${firm.domain}`;
    const { client } = await enter({ email });
    const key = (await client.post<{ key: string }>('/api/api-keys', { name: 'CI' })).body.key;
    expect((await client.post('/api/auth/switch-tenant', { tenantId: firm.tenantId })).status).toBe(
      200,
    );
    const { body } = await client.get<{ sessions: object[] }>('/api/me/sessions');
    expect(body.sessions).toMatchObject([{ current: true, sso: true }]);
    await open().post('/api/auth/sign-in/magic-link', { email });
    const [mail] = await waitForMails(platform.dataDir, email, 1);
    expect(
      (await open().get(`/api/auth/magic-link/verify?token=${tokensOf(mail)[0]}`)).status,
    ).toBe(302);
    expect((await createClient(platform.baseUrl, key).get('/api/me')).status).toBe(200);
  });

  // SSO-10
  test('reaches no other tenant of the person, and a verified link of another one does not reach it', async () => {
    const [one, two] = [await openFirm(), await openFirm({ proved: false })];
    const email = `cara@${one.domain}`;
    await two.owner.post('/api/team', { email });
    const mailed = open();
    const [mail] = await waitForMails(platform.dataDir, email, 1);
    await mailed.get(`/api/auth/magic-link/verify?token=${tokensOf(mail)[0]}`);
    const { client } = await enter({ email });
    for (const [session, here, there] of [
      [client, one, two],
      [mailed, two, one],
    ] as const) {
      expect((await me(session)).tenants.map(({ id }) => id)).toEqual([here.tenantId]);
      expect(
        (await session.post('/api/auth/switch-tenant', { tenantId: there.tenantId })).status,
      ).toBe(404);
    }
  });

  // SSO-7
  test('begins alike for every address of a domain, with a state, nonce and challenge of its own', async () => {
    const firm = await openFirm();
    const urls: URL[] = [];
    for (const name of ['olga', 'nobody', 'nobody']) {
      urls.push(new URL((await begin(open(), `${name}@${firm.domain}`)) ?? ''));
    }
    expect(new Set(urls.map(({ searchParams }) => [...searchParams.keys()].join())).size).toBe(1);
    for (const key of ['state', 'nonce', 'code_challenge']) {
      expect(new Set(urls.map(({ searchParams }) => searchParams.get(key))).size).toBe(3);
    }
    expect(urls[0]?.searchParams.get('code_challenge_method')).toBe('S256');
    expect(await open().post('/api/auth/sso', { email: 'no address' })).toMatchObject({
      status: 400,
    });
    expect(await begin(open(), 'ann@unknown.example')).toBeNull();
  });

  // SSO-13
  test('ends with its connection, and with a change of it', async () => {
    const firm = await openFirm();
    const email = `dan@${firm.domain}`;
    const [removed, changed] = [open(), open()];
    const answer = await walk(changed, { email });
    await firm.put({ defaultRole: 'viewer' });
    expect(await changed.get(answer)).toMatchObject(failed('expired'));
    const other = await walk(removed, { email });
    await firm.owner.delete('/api/account/sso');
    expect(await removed.get(other)).toMatchObject(failed('expired'));
    expect((await removed.get('/api/me')).status).toBe(401);
  });

  test('of a browser that is refused leads to the page for signing in', async () => {
    const { domain } = await openFirm();
    const client = open();
    const path = await walk(client, { email: `ann@elsewhere.example`, address: `ann@${domain}` });
    const answer = await client.get(path, { headers: { accept: 'text/html,*/*' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `${platform.services.config.baseUrl}/sign-in?notice=sso&reason=address`,
    ]);
  });
});

describe('the words of a provider', () => {
  // SSO-9, SSO-19
  test.each([
    ['true as a number', { name: 'Ann Auditor', email_verified: 1 }, 'Ann Auditor'],
    ['true as text', { name: 'Ann Auditor', email_verified: 'True' }, 'Ann Auditor'],
    ['no full name', { given_name: 'Ann', family_name: 'Auditor' }, 'Ann Auditor'],
    ['a blank full name', { name: ' ', given_name: 'Ann', family_name: 'Auditor' }, 'Ann Auditor'],
    ['a family name alone', { family_name: '監査' }, '監査'],
    ['no name', {}, null],
  ])('are taken as they come: %s', async (_title, claims, name) => {
    const firm = await openFirm();
    const email = `ann@${firm.domain}`;
    const client = open();
    const path = await walk(client, { email });
    provider.changeIdToken = (token, signAgain) => {
      const signed = JSON.parse(
        Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
      ) as object;
      return signAgain({ ...signed, email, ...claims });
    };
    expect((await client.get(path)).status).toBe(302);
    expect((await client.get<Me>('/api/me')).body.user).toMatchObject({ email, name });
  });
});

describe('an answer that is wrong signs nobody in', () => {
  let firm: Firm;
  beforeAll(async () => {
    firm = await openFirm();
  });

  // SSO-9
  test.each([
    ['an address outside the proved domains', () => ({ email: 'eve@firm.invalid' })],
    ['an address below a proved domain', () => ({ email: `eve@below.${firm.domain}` })],
    ['an address that only begins like one', () => ({ email: `eve@${firm.domain}@evil.example` })],
    ['no address', () => ({})],
    [
      'an address that is not verified',
      () => ({ email: `eve@${firm.domain}`, email_verified: false }),
    ],
    [
      'an address that is not verified, as text',
      () => ({ email: `eve@${firm.domain}`, email_verified: 'False' }),
    ],
    [
      'an address that is not verified, as a number',
      () => ({ email: `eve@${firm.domain}`, email_verified: 0 }),
    ],
    [
      'an address that is not verified, as a digit',
      () => ({ email: `eve@${firm.domain}`, email_verified: '0' }),
    ],
    [
      'an address of which nobody knows',
      () => ({ email: `eve@${firm.domain}`, email_verified: null }),
    ],
    [
      'an address with an empty word about it',
      () => ({ email: `eve@${firm.domain}`, email_verified: '' }),
    ],
  ])('%s', async (_title, claimsOf) => {
    const refused = await enter({ ...claimsOf(), address: `eve@${firm.domain}` });
    expect(refused).toMatchObject(failed('address'));
    expect((await refused.client.get('/api/me')).status).toBe(401);
    expect(await firm.audit('auth.sign_in_failed')).toContainEqual(
      expect.objectContaining({ userId: null, metadata: { method: 'sso', reason: 'address' } }),
    );
  });

  // SSO-7
  test('one that came before, or in another browser, or of another state', async () => {
    const [client, other] = [open(), open()];
    const email = `fay@${firm.domain}`;
    const path = await walk(client, { email });
    expect(await other.get(path)).toMatchObject(failed('expired'));
    await begin(other, email);
    expect(await other.get(path)).toMatchObject(failed('expired'));
    const swapped = path.replace(
      /state=[^&]+/,
      `state=${createHash('sha256').digest('base64url')}`,
    );
    expect(await client.get(swapped)).toMatchObject(failed('expired'));
    expect(await client.get('/api/auth/sso/callback')).toMatchObject(failed('expired'));
    const cookies = new Map(client.cookies);
    expect((await client.get(path)).status).toBe(302);
    const again = open();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(await again.get(path)).toMatchObject(failed('expired'));
    expect((await again.get('/api/me')).status).toBe(401);
  });

  // SSO-7
  test('one of another issuer, and one by which the provider says no', async () => {
    const client = open();
    const path = await walk(client, { email: `gus@${firm.domain}` });
    const elsewhere = path.replace(
      /iss=[^&]+/,
      `iss=${encodeURIComponent('https://evil.example')}`,
    );
    expect(await client.get(elsewhere)).toMatchObject(failed('invalid'));
    const nameless = (await walk(client, { email: `gus@${firm.domain}` })).replace(
      /&iss=[^&]+/,
      '',
    );
    expect(await client.get(nameless)).toMatchObject(failed('invalid'));
    const url = new URL((await begin(client, `gus@${firm.domain}`)) ?? '');
    const iss = encodeURIComponent(provider.issuer);
    const denied = `/api/auth/sso/callback?error=access_denied&state=${url.searchParams.get('state')}&iss=${iss}`;
    expect(await client.get(denied)).toMatchObject(failed('denied'));
  });

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const partsOf = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map(
        (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>,
      );
  /** Changes header and claims of a token, and leaves the signature. */
  const rewrite = (header: object, claims: object) => (token: string) => {
    const [before = {}, said = {}] = partsOf(token);
    return `${encode({ ...before, ...header })}.${encode({ ...said, ...claims })}.${token.split('.')[2]}`;
  };

  // SSO-7
  test.each([
    [
      'without a signature',
      (token: string) => rewrite({ alg: 'none' }, {})(token).replace(/[^.]+$/, ''),
    ],
    ['with a signature by the secret', rewrite({ alg: 'HS256' }, {})],
    [
      'with a signature that is not of these claims',
      rewrite({}, { email: 'owner@example.com', sub: 'x' }),
    ],
    [
      'with a key that comes with it',
      rewrite({ jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' }, kid: 'mine' }, {}),
    ],
    ['that is no token', () => 'nonsense'],
  ])('an id token %s', async (_title, change) => {
    const client = open();
    const path = await walk(client, { email: `hal@${firm.domain}` });
    provider.changeIdToken = change;
    expect(await client.get(path)).toMatchObject(failed('invalid'));
  });
});

describe('where single sign-on is enforced', () => {
  // SSO-14, SSO-15
  test('other ways are refused, but for an owner with a second factor', async () => {
    const firm = await openFirm();
    const { email, password } = firm;
    const outsider = await firm.owner.post<User>('/api/team', {
      email: `ida@elsewhere-${firm.domain}`,
    });
    const member = `joe@${firm.domain}`;
    await firm.owner.post('/api/team', { email: member });
    const device = createPasskeyDevice(platform);
    await addPasskey((await enter({ email: member })).client, device);
    await firm.put({ enforced: true });
    const byPasskey = async () => {
      const client = open();
      const passkey = device.sign(await requestChallenge(client));
      return client.post('/api/auth/sign-in/passkey', { passkey });
    };
    expect(await byPasskey()).toMatchObject({ status: 403, body: { code: 'sso_required' } });
    const required = { status: 403, body: { code: 'sso_required' } };
    expect(await open().post('/api/auth/sign-in/email', { email, password })).toMatchObject(
      required,
    );
    expect(
      await open().post('/api/auth/sign-in/email', { email, password: 'wrong' }),
    ).toMatchObject({ status: 401 });
    // The new passkey is mailed too, and either mail may be the first.
    const invitation = await waitForMailWith(
      platform.dataDir,
      member,
      '/api/auth/magic-link/verify?token=',
    );
    const link = `/api/auth/magic-link/verify?token=${tokensOf(invitation)[0]}`;
    expect(await open().get(link)).toMatchObject(required);
    expect(
      (await open().get(link, { headers: { accept: 'text/html' } })).headers.get('location'),
    ).toMatch(/\/sign-in\?notice=sso-required$/);
    const [other] = await waitForMails(platform.dataDir, outsider.body.email, 1);
    expect(
      (await open().get(`/api/auth/magic-link/verify?token=${tokensOf(other)[0]}`)).status,
    ).toBe(302);
    const { app } = await enrolTotp(firm.owner, standStill(platform));
    expect(await open().post('/api/auth/sign-in/email', { email, password })).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required' },
    });
    expect(await firm.audit('auth.break_glass')).toEqual([]);
    const signedIn = await open().post<SignedIn>('/api/auth/sign-in/email', {
      email,
      password,
      code: app.code(1),
    });
    expect(signedIn.status).toBe(200);
    expect(await firm.audit('auth.break_glass')).toMatchObject([
      { userId: signedIn.body.user.id, metadata: { method: 'password' } },
    ]);
    expect((await enter({ email })).status).toBe(302);
  });

  // SSO-14
  test('a session of another tenant does not lead in', async () => {
    const firm = await openFirm();
    const email = `kim@${firm.domain}`;
    const kim = open();
    const own = await signUpTenant(kim, { email });
    await firm.owner.post('/api/team', { email });
    await open().post('/api/auth/sign-in/magic-link', { email });
    const links = (await waitForMails(platform.dataDir, email, 2)).find((mail) =>
      mail.includes('Sign in to'),
    );
    for (const token of tokensOf(links))
      await kim.get(`/api/auth/magic-link/verify?token=${token}`);
    expect((await me(kim)).tenants).toHaveLength(2);
    await open().post('/api/auth/request-password-reset', { email });
    const resets = (await waitForMails(platform.dataDir, email, 3)).find((mail) =>
      mail.includes('Reset your'),
    );
    const newPassword = 'one password for both';
    for (const token of tokensOf(resets))
      await kim.post('/api/auth/reset-password', { token, newPassword });
    await kim.post('/api/auth/switch-tenant', { tenantId: own.tenantId });
    await firm.put({ enforced: true });
    expect(await kim.post('/api/auth/switch-tenant', { tenantId: firm.tenantId })).toMatchObject({
      status: 403,
      body: { code: 'sso_required' },
    });
    // The password opens both rows, of which the one that it may open is taken.
    const home = await open().post<SignedIn>('/api/auth/sign-in/email', {
      email,
      password: newPassword,
    });
    expect(home.body.tenant.id).toBe(own.tenantId);
  });
});
