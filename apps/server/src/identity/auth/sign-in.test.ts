import { createHash } from 'node:crypto';
import type { Me, SignedIn } from '@ecp/contract/identity/auth';
import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { passwordCost } from '../credentials/passwords.ts';
import { purgeExpiredSessions } from './housekeeping.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);

describe('sign-up', () => {
  test('a company whose name has no Latin letters keeps its script in the slug', async () => {
    const body = {
      company: '株式会社',
      name: 'Ada',
      email: 'slug@example.com',
      password: 'correct horse',
    };
    const { status, body: answer } = await open().post<SignedIn>('/api/auth/sign-up/email', body);
    // Another file that shares the platform may have taken the slug.
    expect([status, answer.tenant.slug]).toEqual([
      201,
      expect.stringMatching(/^株式会社(-[0-9a-f]{8})?$/),
    ]);
  });

  // AUT-1, AUT-7, TEA-2
  test('creates a tenant with its owner, an active Starter subscription and a session', async () => {
    const client = open();
    const answer = await client.post<SignedIn>('/api/auth/sign-up/email', {
      company: 'Ünïcode & Söhne',
      name: 'Olga',
      email: 'Olga@Example.com',
      password: 'correct horse',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      email: 'olga@example.com',
      name: 'Olga',
      role: 'owner',
      invitedBy: null,
    });
    expect(answer.body.user.lastLoginAt).not.toBeNull();
    expect(answer.body.tenant).toMatchObject({
      name: 'Ünïcode & Söhne',
      slug: 'unicode-sohne',
      plan: 'starter',
    });
    const me = await client.get<Me>('/api/me');
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({
      ...answer.body,
      subscription: { status: 'active', plan: 'starter', currentPeriodEnd: null },
      tenants: [{ id: answer.body.tenant.id, name: 'Ünïcode & Söhne', role: 'owner' }],
    });
    const audit = await platform.asSuperuser(
      'select action, user_id, ip_address from platform.audit_log where tenant_id = $1',
      [answer.body.tenant.id],
    );
    expect(audit).toEqual([
      { action: 'auth.sign_up', user_id: answer.body.user.id, ip_address: '127.0.0.1' },
    ]);
  });

  // AUT-1
  test('makes the slug unique with a suffix, in parallel too', async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => signUpTenant(open(), { company: 'Same Name' })),
    );
    const slugs = await platform.asSuperuser<{ slug: string }>(
      'select slug from platform.tenants where id = any($1)',
      [clients.map(({ tenantId }) => tenantId)],
    );
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(4);
    for (const { slug } of slugs) expect(slug).toMatch(/^same-name(-[0-9a-f]{8})?$/);
  });

  // AUT-2, ERR-2
  test.each([
    [{ password: 'seven77' }, '/password'],
    [{ password: 'x'.repeat(129) }, '/password'],
    [{ email: 'no at sign' }, '/email'],
    [{ email: 'a@b.c\r\nBcc: d@e.f' }, '/email'],
    [{ company: '  ' }, '/company'],
  ])('refuses %j', async (part, path) => {
    const body = {
      company: 'C',
      name: 'N',
      email: 'bad@example.com',
      password: 'long enough',
      ...part,
    };
    const answer = await open().post<{ code: string; details: { path: string }[] }>(
      '/api/auth/sign-up/email',
      body,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details: [{ path }] },
    });
  });
});

describe('session', () => {
  // AUT-12
  test('is a cookie that scripts cannot read, and is stored hashed', async () => {
    const client = open();
    const answer = await client.post('/api/auth/sign-up/email', {
      company: 'C',
      name: 'N',
      email: 'cookie@example.com',
      password: 'long enough',
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^ecp_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const token = client.cookies.get('ecp_session') ?? '';
    const hash = createHash('sha256').update(token).digest();
    expect(
      await platform.asSuperuser('select 1 from platform.sessions where token_hash = $1', [hash]),
    ).toHaveLength(1);
  });

  // AUT-3
  test('ends at sign-out, on the server too', async () => {
    const client = open();
    await signUpTenant(client);
    const token = client.cookies.get('ecp_session') ?? '';
    expect(await client.post('/api/auth/sign-out')).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect([...client.cookies.keys()]).toEqual(['ecp_device']);
    client.cookies.set('ecp_session', token);
    expect(await client.get('/api/me')).toMatchObject({
      status: 401,
      body: { code: 'authentication_required' },
    });
    expect((await open().post('/api/auth/sign-out')).status).toBe(200);
  });

  test('ends when it expires, and is then purged', async () => {
    const client = open();
    const { userId } = await signUpTenant(client);
    await platform.asSuperuser(
      `update platform.sessions set expires_at = now() where user_id = $1`,
      [userId],
    );
    expect((await client.get('/api/me')).status).toBe(401);
    expect((await purgeExpiredSessions(platform.database)).sessions).toBeGreaterThan(0);
    expect(
      await platform.asSuperuser('select 1 from platform.sessions where user_id = $1', [userId]),
    ).toEqual([]);
  });

  // AUT-13
  test('refuses a foreign Origin, but not its own or a missing one', async () => {
    const client = open();
    const { email, password, tenantId } = await signUpTenant(client);
    const origins: [string | undefined, number][] = [
      ['https://evil.example', 403],
      ['null', 403],
      [platform.baseUrl, 200],
      [undefined, 200],
    ];
    for (const [origin, status] of origins) {
      const headers = origin === undefined ? {} : { origin };
      const signedIn = await client.post('/api/auth/sign-in/email', { email, password }, headers);
      const switched = await client.post('/api/auth/switch-tenant', { tenantId }, headers);
      expect([origin, signedIn.status, switched.status]).toEqual([origin, status, status]);
    }
  });

  // AUT-16
  test('the removal of a user or a change of role takes effect at once', async () => {
    const client = open();
    const { userId, tenantId } = await signUpTenant(client);
    expect((await client.post('/api/api-keys', { name: 'k' })).status).toBe(201);
    await platform.asSuperuser(`update platform.users set role = 'member' where id = $1`, [userId]);
    const refused = await client.post('/api/api-keys', { name: 'k' });
    expect(refused).toMatchObject({ status: 403, body: { error: 'Admin access required' } });
    await platform.database.withTenant(tenantId, (tx) =>
      tx.query({ text: 'delete from platform.users where id = $1', values: [userId] }),
    );
    expect((await client.get('/api/me')).status).toBe(401);
  });
});

describe('sign-in', () => {
  // AUT-3
  test('begins another session and records the time', async () => {
    const { email, password, tenantId, userId } = await signUpTenant(open());
    const client = open();
    const answer = await client.post<SignedIn>('/api/auth/sign-in/email', {
      email: email.toUpperCase(),
      password,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { id: userId }, tenant: { id: tenantId } },
    });
    expect((await client.get<Me>('/api/me')).body.user?.lastLoginAt).toBe(
      answer.body.user.lastLoginAt,
    );
  });

  // AUT-14
  test('gives the same answer to a wrong password and an unknown address, and records both', async () => {
    const { email, tenantId } = await signUpTenant(open());
    const wrong = await open().post('/api/auth/sign-in/email', { email, password: 'not this one' });
    const unknown = await open().post('/api/auth/sign-in/email', {
      email: 'nobody@example.com',
      password: 'not this one',
    });
    const comparable = ({ status, headers, body }: typeof wrong) => ({
      status,
      headers: [...headers.keys()].sort(),
      body: { ...body, requestId: '' },
    });
    expect(comparable(wrong)).toEqual(comparable(unknown));
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Invalid email or password' } });
    const noted = await platform.asSuperuser(
      `select tenant_id from platform.audit_log where action = 'auth.sign_in_failed' and (tenant_id = $1 or tenant_id is null)`,
      [tenantId],
    );
    expect(noted).toEqual(expect.arrayContaining([{ tenant_id: tenantId }, { tenant_id: null }]));
  });

  test('stores the password as an scrypt hash only', async () => {
    platform.services.passwordCost = passwordCost;
    const { userId } = await signUpTenant(open());
    const [row] = await platform.asSuperuser<{ password_hash: string }>(
      'select password_hash from platform.users where id = $1',
      [userId],
    );
    expect(row?.password_hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  });
});

// AUT-2, AUT-23
test.each([
  ['12345678'],
  ['        '],
  ['Password1'],
  ['aaaaaaaaaaaa'],
  ['PASSWORD'],
  ['easy-one@example.com'],
])('a password that is easy to guess is refused: %j', async (password) => {
  const body = { company: 'Easy', name: 'Ada', email: 'easy-one@example.com', password };
  const answer = await createClient(platform.baseUrl).post('/api/auth/sign-up/email', body);
  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_request',
      details: [{ path: '/password', message: 'is too easy to guess' }],
    },
  });
});
