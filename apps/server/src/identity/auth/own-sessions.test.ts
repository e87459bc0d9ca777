import type { Me } from '@ecp/contract/identity/auth';
import type { Session } from '@ecp/contract/identity/sessions';
import { type CookieClient, createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { tokensOf, waitForConfirmations, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);
const sessionCookie = 'ecp_session';

async function list(client: CookieClient): Promise<Session[]> {
  const { status, body } = await client.get<{ sessions: Session[] }>('/api/me/sessions');
  expect(status).toBe(200);
  return body.sessions;
}
const isSignedIn = async (client: CookieClient) => (await client.get('/api/me')).status === 200;

/** A client with a copy of another one's cookies, as a thief has it. */
function copyOf(client: CookieClient): CookieClient {
  const copy = open();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

async function signIn(email: string, password: string): Promise<CookieClient> {
  const client = open();
  expect((await client.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  return client;
}

async function confirm(client: CookieClient, email: string, count: number): Promise<void> {
  const [token] = tokensOf((await waitForConfirmations(platform.dataDir, email, count)).at(-1));
  expect((await client.get(`/api/auth/magic-link/verify?token=${token}`)).status).toBe(302);
}

/** A person with a proven password in two tenants. */
async function personOfTwoTenants() {
  const first = open();
  const { email, password, tenantId } = await signUpTenant(first);
  const second = open();
  await confirm(first, email, 1);
  const { tenantId: otherTenantId } = await signUpTenant(second, {
    email,
    password: 'of the second',
  });
  await confirm(second, email, 2);
  const tenants = (await first.get<Me>('/api/me')).body.tenants.map(({ id }) => id);
  expect(tenants.sort()).toEqual([tenantId, otherTenantId].sort());
  return { client: first, email, password, tenantId, otherTenantId };
}

describe('the list of sessions', () => {
  // AUT-21
  test('shows where each began and when it was used, and marks the current one', async () => {
    const owner = open();
    const { email, password } = await signUpTenant(owner);
    const laptop = open();
    await laptop.post('/api/auth/sign-in/email', { email, password }, { 'user-agent': 'A laptop' });
    const sessions = await list(laptop);
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        current: true,
        sso: false,
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        address: '127.0.0.1',
        userAgent: 'A laptop',
      },
      expect.objectContaining({ current: false }),
    ]);
    expect((await list(owner)).find(({ current }) => current)?.id).toBe(sessions[1]?.id);
  });

  // AUT-21
  test('does not show those of strangers under the same address', async () => {
    const { email } = await signUpTenant(open());
    const stranger = open();
    await signUpTenant(stranger, { email });
    expect(await list(stranger)).toHaveLength(1);
  });

  // AUT-21, ACS-4
  test('belongs to a person, not to a key', async () => {
    const owner = open();
    await signUpTenant(owner);
    const { body } = await owner.post<{ key: string }>('/api/api-keys', {
      name: 'Key',
      scope: 'read_write',
    });
    const program = createClient(platform.baseUrl, body.key);
    for (const answer of [
      await program.get('/api/me/sessions'),
      await program.delete('/api/me/sessions'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
  });

  // AUT-21
  test('ends with 7 days without use, and so does the session', async () => {
    const owner = open();
    const { userId } = await signUpTenant(owner);
    const age = (days: number) =>
      platform.asSuperuser(
        `update platform.sessions set last_used_at = now() - make_interval(days => $2) where user_id = $1`,
        [userId, days],
      );
    await age(6);
    expect(await isSignedIn(owner)).toBe(true);
    await age(6);
    expect(await list(owner)).toHaveLength(1);
    await age(7);
    expect(await isSignedIn(owner)).toBe(false);
  });
});

describe('ending a session', () => {
  // AUT-21
  test('works at once, for one of them and for all others', async () => {
    const owner = open();
    const { email, password } = await signUpTenant(owner);
    const [one, two, three] = [
      await signIn(email, password),
      await signIn(email, password),
      await signIn(email, password),
    ];
    const id = (await list(one)).find(({ current }) => current)?.id;
    expect(await owner.delete(`/api/me/sessions/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await Promise.all([owner, one, two, three].map(isSignedIn))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect((await owner.delete(`/api/me/sessions/${id}`)).status).toBe(404);
    expect((await owner.delete('/api/me/sessions')).status).toBe(200);
    expect(await Promise.all([owner, two, three].map(isSignedIn))).toEqual([true, false, false]);
    const own = (await list(owner))[0];
    const ended = await owner.delete(`/api/me/sessions/${own?.id}`);
    expect([ended.status, owner.cookies.has(sessionCookie), await isSignedIn(owner)]).toEqual([
      200,
      false,
      false,
    ]);
  });

  // AUT-21
  test('of another person is not possible', async () => {
    const [owner, stranger] = [open(), open()];
    await signUpTenant(owner);
    await signUpTenant(stranger);
    const id = (await list(owner))[0]?.id;
    expect((await stranger.delete(`/api/me/sessions/${id}`)).status).toBe(404);
    expect((await stranger.delete('/api/me/sessions')).status).toBe(200);
    expect(await isSignedIn(owner)).toBe(true);
  });

  // AUT-6, AUT-21
  test('reaches a copy that switched to another tenant, by its id and by signing out with the replaced token', async () => {
    const { email, password, otherTenantId } = await personOfTwoTenants();
    for (const end of ['id', 'sign-out', 'others'] as const) {
      const own = await signIn(email, password);
      const id = (await list(own)).find(({ current }) => current)?.id;
      const thief = copyOf(own);
      expect(
        (await thief.post('/api/auth/switch-tenant', { tenantId: otherTenantId })).status,
      ).toBe(200);
      expect(await isSignedIn(own)).toBe(false);
      if (end === 'sign-out') await own.post('/api/auth/sign-out');
      else {
        const fresh = await signIn(email, password);
        expect((await list(fresh)).map((session) => session.id)).toContain(id);
        await fresh.delete(end === 'id' ? `/api/me/sessions/${id}` : '/api/me/sessions');
      }
      expect(await isSignedIn(thief)).toBe(false);
    }
  });

  // AUT-8, AUT-21
  test('a switch keeps the id, the end and the last proof of a session', async () => {
    const { client, otherTenantId } = await personOfTwoTenants();
    const read = async () => {
      const id = (await list(client)).find(({ current }) => current)?.id;
      return platform.asSuperuser(
        'select id, expires_at, proven_at from platform.sessions where id = $1 and replaced_at is null',
        [id],
      );
    };
    const before = await read();
    expect((await client.post('/api/auth/switch-tenant', { tenantId: otherTenantId })).status).toBe(
      200,
    );
    expect(before).toHaveLength(1);
    expect(await read()).toEqual(before);
  });
});

describe('a change of password', () => {
  // AUT-22
  test('needs the present one, ends all other sessions and voids mailed reset links', async () => {
    const owner = open();
    const { email, password } = await signUpTenant(owner);
    const other = await signIn(email, password);
    await open().post('/api/auth/request-password-reset', { email });
    const [token] = tokensOf((await waitForMails(platform.dataDir, email))[0]);
    const change = (body: object) => owner.post('/api/me/password', body);
    const next = 'an altogether new one';
    expect(await change({ current: 'wrong', next })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect(await change({ current: password, next: '12345678' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/next', message: 'is too easy to guess' }] },
    });
    expect(await change({ current: password, next })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await Promise.all([owner, other].map(isSignedIn))).toEqual([true, false]);
    expect((await open().post('/api/auth/sign-in/email', { email, password })).status).toBe(401);
    await signIn(email, next);
    const reset = await open().post('/api/auth/reset-password', {
      token,
      newPassword: 'of a thief',
    });
    expect(reset).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
  });

  // AUT-15, AUT-22
  test('counts wrong present passwords like failed sign-ins', async () => {
    const owner = open();
    const { password } = await signUpTenant(owner);
    const next = 'an altogether new one';
    for (let i = 0; i < 10; i += 1)
      expect((await owner.post('/api/me/password', { current: `wrong ${i}`, next })).status).toBe(
        401,
      );
    expect((await owner.post('/api/me/password', { current: password, next })).status).toBe(429);
  });
});
