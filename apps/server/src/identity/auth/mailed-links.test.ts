import type { Me } from '@ecp/contract/identity/auth';
import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createEmailToken } from '../credentials/email-tokens.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);
const linkPath = (token: string) => `/api/auth/magic-link/verify?token=${token}`;
const invalid = { status: 400, body: { error: 'Invalid or expired token', code: 'invalid_token' } };

/** Requests a mailed link and returns its token, once the address has received `count` mails. */
async function requestToken(path: string, email: string, count = 1): Promise<string> {
  expect(await open().post(`/api/auth/${path}`, { email })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  const mails = await waitForMails(platform.dataDir, email, count);
  return tokensOf(mails.at(-1))[0] ?? '';
}

describe('magic link', () => {
  // AUT-4
  test('signs in once, verifies the address and redirects to the app', async () => {
    const { email, userId } = await signUpTenant(open());
    const token = await requestToken('sign-in/magic-link', email);
    const client = open();
    const followed = await client.get(linkPath(token));
    expect(followed.status).toBe(302);
    expect(followed.headers.get('location')).toBe(`${platform.services.config.baseUrl}/`);
    expect((await client.get<Me>('/api/me')).body.user?.id).toBe(userId);
    const again = await open().get(linkPath(token));
    expect(again).toMatchObject(invalid);
    expect(again.headers.get('location')).toBeNull();
    const [row] = await platform.asSuperuser(
      'select email_verified_at from platform.users where id = $1',
      [userId],
    );
    expect(row?.['email_verified_at']).toBeInstanceOf(Date);
  });

  test('is not used up by HEAD, and works for one of many simultaneous requests', async () => {
    const { email } = await signUpTenant(open());
    const token = await requestToken('sign-in/magic-link', email);
    const head = await fetch(platform.baseUrl + linkPath(token), {
      method: 'HEAD',
      redirect: 'manual',
    });
    expect([head.status, head.headers.getSetCookie()]).toEqual([302, []]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => open().get(linkPath(token))));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      302, 400, 400, 400, 400, 400, 400, 400,
    ]);
  });

  test('is refused if expired, unknown, or made for a reset', async () => {
    const { email, userId } = await signUpTenant(open());
    const token = await requestToken('sign-in/magic-link', email);
    await platform.asSuperuser(
      'update platform.email_tokens set expires_at = now() where user_id = $1',
      [userId],
    );
    expect(await open().get(linkPath(token))).toMatchObject(invalid);
    expect(await open().get(linkPath('x'))).toMatchObject(invalid);
    expect(
      await open().get(linkPath(await requestToken('request-password-reset', email, 2))),
    ).toMatchObject(invalid);
  });

  // AUT-4, TEA-5
  test.each([
    ['magic_link', 15 * 60],
    ['invitation', 7 * 24 * 60 * 60],
    ['password_reset', 60 * 60],
  ] as const)('a token for %s is valid for %d seconds', async (purpose, seconds) => {
    const owner = await signUpTenant(open());
    await platform.database.withSystem((tx) => createEmailToken(tx, purpose, owner));
    const [row] = await platform.asSuperuser(
      'select extract(epoch from expires_at - created_at)::int as seconds from platform.email_tokens where user_id = $1',
      [owner.userId],
    );
    expect(row).toEqual({ seconds });
  });

  test('an invitation signs in a person who has no password', async () => {
    const { tenantId } = await signUpTenant(open());
    await platform.asSuperuser(
      `insert into platform.users (id, tenant_id, email, role) values ('invitee', $1, 'invitee@example.com', 'viewer')`,
      [tenantId],
    );
    const owner = { tenantId, userId: 'invitee' };
    const token = await platform.database.withSystem((tx) =>
      createEmailToken(tx, 'invitation', owner),
    );
    const client = open();
    expect((await client.get(linkPath(token))).status).toBe(302);
    expect((await client.get<Me>('/api/me')).body).toMatchObject({
      user: { role: 'viewer' },
      tenant: { id: tenantId },
    });
    const byPassword = await open().post('/api/auth/sign-in/email', {
      email: 'invitee@example.com',
      password: 'x',
    });
    expect(byPassword.status).toBe(401);
  });
});

describe('password reset', () => {
  // AUT-6
  test('sets the password once, verifies the address and ends all other sessions', async () => {
    const [own, other] = [open(), open()];
    const { email, password, userId } = await signUpTenant(other);
    await own.post('/api/auth/sign-in/email', { email, password });
    const link = await requestToken('sign-in/magic-link', email);
    const token = await requestToken('request-password-reset', email, 2);
    const body = { token, newPassword: 'a new password' };
    expect(await own.post('/api/auth/reset-password', body)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect([(await own.get('/api/me')).status, (await other.get('/api/me')).status]).toEqual([
      200, 401,
    ]);
    expect(await open().post('/api/auth/reset-password', body)).toMatchObject(invalid);
    expect(await open().get(linkPath(link))).toMatchObject(invalid);
    expect((await open().post('/api/auth/sign-in/email', { email, password })).status).toBe(401);
    const fresh = await open().post('/api/auth/sign-in/email', {
      email,
      password: 'a new password',
    });
    expect(fresh.status).toBe(200);
    const [row] = await platform.asSuperuser(
      'select email_verified_at from platform.users where id = $1',
      [userId],
    );
    expect(row?.['email_verified_at']).toBeInstanceOf(Date);
  });

  // AUT-26
  test('is ended by a newer one before that is used, and does not end a sign-in link', async () => {
    const { email } = await signUpTenant(open());
    const signIn = await requestToken('sign-in/magic-link', email);
    const older = await requestToken('request-password-reset', email, 2);
    expect((await open().post('/api/auth/request-password-reset', { email })).status).toBe(200);
    const newer = tokensOf((await waitForMails(platform.dataDir, email, 3)).at(-1))[0] ?? '';
    const body = { token: older, newPassword: 'a new password' };
    expect(await open().post('/api/auth/reset-password', body)).toMatchObject(invalid);
    expect((await open().get(linkPath(signIn))).status).toBe(302);
    expect((await open().post('/api/auth/reset-password', { ...body, token: newer })).status).toBe(
      200,
    );
  });

  // AUT-2
  test('refuses a sign-in link, a wrong token and a short password', async () => {
    const { email } = await signUpTenant(open());
    const token = await requestToken('sign-in/magic-link', email);
    const reset = (body: object) => open().post('/api/auth/reset-password', body);
    expect(await reset({ token, newPassword: 'long enough' })).toMatchObject(invalid);
    expect(await reset({ token: 'x', newPassword: 'long enough' })).toMatchObject(invalid);
    expect(await reset({ token, newPassword: 'short' })).toMatchObject({
      body: { code: 'invalid_request' },
    });
  });
});

describe('requests for mail', () => {
  // AUT-4, AUT-5, AUT-14
  test.each(['sign-in/magic-link', 'request-password-reset'])(
    '%s gives every address the same answer',
    async (path) => {
      const { email } = await signUpTenant(open());
      const known = await open().post(`/api/auth/${path}`, { email });
      const unknown = await open().post(`/api/auth/${path}`, { email: `nobody-${email}` });
      expect(known.body).toEqual(unknown.body);
      expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
      await waitForMails(platform.dataDir, email);
      await expect(countTokens(`nobody-${email}`)).resolves.toBe(0);
    },
  );

  test('send no more than ten mails to one address in the window', async () => {
    const { email } = await signUpTenant(open());
    const last = await signUpTenant(open());
    for (let i = 0; i < 12; i += 1) {
      expect((await open().post('/api/auth/sign-in/magic-link', { email })).status).toBe(200);
    }
    await requestToken('sign-in/magic-link', last.email);
    // A newer link ends the older ones, so the mails are counted and not the links.
    expect(await waitForMails(platform.dataDir, email, 10)).toHaveLength(10);
  });
});

async function countTokens(email: string): Promise<number> {
  const rows = await platform.asSuperuser(
    'select 1 from platform.email_tokens e join platform.users u on u.id = e.user_id where u.email = $1',
    [email],
  );
  return rows.length;
}
