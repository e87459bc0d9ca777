import type { Me } from '@ecp/contract/identity/auth';
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
const follow = (client: CookieClient, token: string | undefined) =>
  client.get(`/api/auth/magic-link/verify?token=${token}`);
const isSignedIn = async (client: CookieClient) => (await client.get('/api/me')).status === 200;
const signIn = (email: string, password: string) =>
  open().post('/api/auth/sign-in/email', { email, password });
const isPending = async (client: CookieClient) =>
  (await client.get<Me>('/api/me')).body.confirmationPending;

async function confirmationToken(email: string, count = 1): Promise<string> {
  const mails = await waitForConfirmations(platform.dataDir, email, count);
  return tokensOf(mails.at(-1))[0] ?? '';
}

describe('the confirmation of an address', () => {
  // AUT-18
  test('is mailed at sign-up, and once more on request until it is done', async () => {
    const client = open();
    const { email, password } = await signUpTenant(client, { company: 'Confirm & Co' });
    const [mail = ''] = await waitForConfirmations(platform.dataDir, email);
    expect(mail).toContain('Confirm & Co');
    expect(await isPending(client)).toBe(true);
    expect((await client.post('/api/me/confirmation')).status).toBe(200);
    expect((await follow(client, await confirmationToken(email, 2))).status).toBe(302);
    expect(await isPending(client)).toBe(false);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await client.post('/api/me/confirmation')).status).toBe(200);
    const [row] = await platform.asSuperuser(
      'select count(*)::int as count from platform.email_tokens where user_id = (select id from platform.users where email = $1)',
      [email],
    );
    expect(row).toEqual({ count: 2 });
  });
});

// AUT-18
test('sign-ups of one network address mail at most 500 strangers in an hour; the accounts are made all the same', async () => {
  const { rateLimiter } = platform.services;
  platform.services.rateLimiter = {
    ...rateLimiter,
    hit: async (key, limit, windowMs) =>
      key.startsWith('confirmations:') && limit === 500
        ? { allowed: false, remaining: 0, resetSeconds: windowMs / 1_000 }
        : rateLimiter.hit(key, limit, windowMs),
  };
  const refused = await signUpTenant(open()).finally(() => {
    platform.services.rateLimiter = rateLimiter;
  });
  const admitted = await signUpTenant(open());
  await waitForConfirmations(platform.dataDir, admitted.email);
  expect(await waitForConfirmations(platform.dataDir, refused.email, 0)).toEqual([]);
  expect((await signIn(refused.email, refused.password)).status).toBe(200);
});

describe('the first proof of a mailbox', () => {
  // AUT-19
  test.each(['confirmation', 'sign-in link', 'reset'] as const)(
    'by a %s in another browser ends the password, the sessions and the keys from before',
    async (way) => {
      const stranger = open();
      const { email, password } = await signUpTenant(stranger);
      const { body } = await stranger.post<{ key: string }>('/api/api-keys', {
        name: 'Key',
        scope: 'read_write',
      });
      const program = createClient(platform.baseUrl, body.key);
      expect(await isSignedIn(program)).toBe(true);
      const reader = open();
      if (way === 'confirmation') await follow(reader, await confirmationToken(email));
      else {
        await open().post(
          `/api/auth/${way === 'reset' ? 'request-password-reset' : 'sign-in/magic-link'}`,
          { email },
        );
        const [token] = tokensOf((await waitForMails(platform.dataDir, email))[0]);
        if (way === 'reset')
          await reader.post('/api/auth/reset-password', { token, newPassword: 'of the reader' });
        else await follow(reader, token);
      }
      expect(await Promise.all([stranger, program].map(isSignedIn))).toEqual([false, false]);
      expect((await signIn(email, password)).status).toBe(401);
      expect(await isSignedIn(reader)).toBe(way !== 'reset');
    },
  );

  // AUT-19
  test('in the browser that signed up keeps its password and key, and ends other sessions', async () => {
    const owner = open();
    const { email, password } = await signUpTenant(owner);
    const { body } = await owner.post<{ key: string }>('/api/api-keys', {
      name: 'Key',
      scope: 'read_write',
    });
    const elsewhere = open();
    await elsewhere.post('/api/auth/sign-in/email', { email, password });
    expect((await follow(owner, await confirmationToken(email))).status).toBe(302);
    expect(await Promise.all([owner, elsewhere].map(isSignedIn))).toEqual([true, false]);
    expect((await signIn(email, password)).status).toBe(200);
    expect(await isSignedIn(createClient(platform.baseUrl, body.key))).toBe(true);
  });

  // AUT-10, AUT-19
  test('of a row that a stranger made for the address gives the stranger no way into its proven tenants', async () => {
    const victim = open();
    const { email, tenantId } = await signUpTenant(victim);
    await follow(victim, await confirmationToken(email));
    const stranger = open();
    const { password } = await signUpTenant(stranger, { email, password: 'of the stranger' });
    await follow(victim, await confirmationToken(email, 2));
    expect(await isSignedIn(stranger)).toBe(false);
    expect((await signIn(email, password)).status).toBe(401);
    expect((await victim.get<Me>('/api/me')).body.tenants.map(({ id }) => id)).toContain(tenantId);
  });
});
