import {
  type CookieClient,
  createClient,
  type SignedUpTenant,
  signUpTenant,
} from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createMemoryRateLimiter } from '../../kernel/limits/rate-limiter.ts';
import { countFailure, networkCounters, requireRoom } from './attempts.ts';
import { canonicalEmail } from './email-addresses.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({ config: { trustedProxies: 1 } });
});
afterAll(() => platform.close());

const open = () => createClient(platform.baseUrl);
const home = '203.0.113.7';
const wrong = 'wrong password';

/** Tries a password from an address, in a new browser unless one is given. */
async function tryPassword(
  email: string,
  password: string,
  from: string,
  browser = open(),
): Promise<number> {
  const body = { email, password };
  return (await browser.post('/api/auth/sign-in/email', body, { 'x-forwarded-for': from })).status;
}

/** Tries wrong passwords in turn and returns the last status. */
async function guess(
  email: string,
  from: string,
  times: number,
  browser?: CookieClient,
): Promise<number> {
  let status = 0;
  for (let tried = 0; tried < times; tried += 1)
    status = await tryPassword(email, wrong, from, browser);
  return status;
}

/** Follows the link of a new mail, so that the mailbox is proven, and ends the session. */
async function prove(client: CookieClient, { email }: SignedUpTenant): Promise<void> {
  await open().post('/api/auth/sign-in/magic-link', { email });
  const [mail = ''] = await waitForMails(platform.dataDir, email, 1);
  const headers = { 'x-forwarded-for': home };
  const answer = await client.get(`/api/auth/magic-link/verify?token=${tokensOf(mail)[0]}`, {
    headers,
  });
  expect(answer.status).toBe(302);
}

describe('failed sign-ins', () => {
  // AUT-14, AUT-15
  test.each(['known', 'unknown'])('for a %s email are limited, in a burst too', async (kind) => {
    const client = open();
    const owner = await signUpTenant(client);
    const email = kind === 'known' ? owner.email : `nobody-${owner.email}`;
    const attempt = (password: string) =>
      client.post('/api/auth/sign-in/email', { email, password });
    const burst = await Promise.all(Array.from({ length: 16 }, () => attempt(wrong)));
    const failed = burst.filter(({ status }) => status === 401).length;
    // Two attempts run at the same time, so one may pass together with the tenth.
    expect([10, 11]).toContain(failed);
    const refused = await attempt(owner.password);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    const other = await signUpTenant(open());
    const { email: otherEmail, password } = other;
    expect(
      (await client.post('/api/auth/sign-in/email', { email: otherEmail, password })).status,
    ).toBe(200);
  });

  // AUT-15, AUT-17
  test('count together for all spellings of an email', async () => {
    const { email, password } = await signUpTenant(open());
    const [name = '', domain = ''] = email.split('@');
    const wide = String.fromCodePoint(
      ...[...name].map((letter) => (letter.codePointAt(0) ?? 0) + 0xfee0),
    );
    const spellings = [email, email.toUpperCase(), `${wide}@${domain}`, `${name}@EXAMPLE.com`];
    for (const spelling of spellings) expect(await tryPassword(spelling, password, home)).toBe(200);
    for (let i = 0; i < 10; i += 1)
      await tryPassword(spellings[i % spellings.length] ?? '', wrong, home);
    for (const spelling of spellings) expect(await tryPassword(spelling, password, home)).toBe(429);
  });

  // AUT-15, LIM-15
  test('from one network address are limited over all emails until the window has passed', async () => {
    let nowMs = 0;
    const limiter = createMemoryRateLimiter(() => nowMs);
    const countersOf = (email: string, address = '192.0.2.1') =>
      networkCounters(canonicalEmail(email), address);
    for (let i = 0; i < 50; i += 1) {
      await countFailure(limiter, await requireRoom(limiter, countersOf(`${i}@example.com`)));
    }
    await expect(requireRoom(limiter, countersOf('new@example.com'))).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '900' },
    });
    await requireRoom(limiter, countersOf('new@example.com', '192.0.2.2'));
    nowMs += 15 * 60_000;
    await requireRoom(limiter, countersOf('new@example.com'));
  });
});

describe('wrong passwords of a stranger', () => {
  // AUT-28
  test.each([
    ['198.51.100.1', '198.51.100.254', '198.51.101.1'],
    ['2001:db8:5:1::1', '2001:db8:5:1:ffff::9', '2001:db8:5:2::1'],
  ])(
    'from %s keep the address out from %s, and from no other network',
    async (stranger, neighbour, elsewhere) => {
      const { email, password } = await signUpTenant(open());
      expect(await guess(email, stranger, 11)).toBe(429);
      expect(await tryPassword(email, password, neighbour)).toBe(429);
      expect(await tryPassword(email, password, elsewhere)).toBe(200);
    },
  );

  // AUT-29
  test('do not keep out a browser that has signed in before, which has a count of its own', async () => {
    const browser = open();
    const { email, password } = await signUpTenant(browser);
    await browser.post('/api/auth/sign-out');
    expect(await guess(email, home, 11)).toBe(429);
    expect(await tryPassword(email, password, home, browser)).toBe(200);
    expect(await guess(email, home, 10, browser)).toBe(401);
    expect(await tryPassword(email, password, home, browser)).toBe(429);
  });

  // AUT-30
  test('from many networks are slowed in sum, but for networks where the person has signed in', async () => {
    const client = open();
    const owner = await signUpTenant(client);
    await prove(client, owner);
    for (let network = 1; network <= 10; network += 1)
      await guess(owner.email, `198.18.${network}.1`, 10);
    expect(await tryPassword(owner.email, wrong, '198.18.99.1')).toBe(429);
    expect(await tryPassword(owner.email, owner.password, '198.18.98.1')).toBe(429);
    expect(await tryPassword(owner.email, owner.password, home)).toBe(200);
    expect(await tryPassword(owner.email, owner.password, '198.18.99.1', client)).toBe(200);
  });

  // AUT-14, AUT-29
  test('are no more, and tell nothing, for who signed up with the same address', async () => {
    const owner = await signUpTenant(open());
    const browsers: CookieClient[] = [];
    for (const email of [owner.email, `nobody-${owner.email}`]) {
      const browser = open();
      await signUpTenant(browser, { email, password: 'password of a stranger' });
      await browser.post('/api/auth/sign-out');
      browsers.push(browser);
      expect(await guess(email, '198.51.100.30', 11)).toBe(429);
    }
    const [beside, alone] = browsers;
    const answers = async (email: string, browser: CookieClient | undefined) => [
      await tryPassword(email, owner.password, '198.51.100.30', browser),
      await tryPassword(email, 'password of a stranger', '198.51.100.30', browser),
    ];
    expect(await answers(owner.email, beside)).toEqual([401, 200]);
    expect(await answers(`nobody-${owner.email}`, alone)).toEqual([401, 200]);
  });
});

describe('the cookie of a device', () => {
  // AUT-29
  test('lives a year, is closed to scripts, and ends with a new password', async () => {
    const browser = open();
    const owner = await signUpTenant(browser);
    const { email, password } = owner;
    const answer = await browser.post('/api/auth/sign-in/email', { email, password });
    const line =
      answer.headers.getSetCookie().find((cookie) => cookie.startsWith('ecp_device=')) ?? '';
    expect(line).toMatch(/; Max-Age=31536000;.*HttpOnly; SameSite=Lax$/);
    const [stored] = await platform.asSuperuser(
      `select encode(token_hash, 'hex') as hash from platform.sign_in_devices where user_id = $1`,
      [owner.userId],
    );
    expect(stored?.['hash']).not.toContain(browser.cookies.get('ecp_device') ?? '');
    await open().post('/api/auth/request-password-reset', { email });
    const [reset = ''] = await waitForMails(platform.dataDir, email, 1);
    const token = tokensOf(reset)[0];
    const newPassword = 'another password 7';
    expect((await open().post('/api/auth/reset-password', { token, newPassword })).status).toBe(
      200,
    );
    await guess(email, '198.51.100.40', 11);
    expect(await tryPassword(email, newPassword, '198.51.100.40', browser)).toBe(429);
  });

  // AUT-29
  test('of somebody else, or made up, counts for nothing', async () => {
    const [stranger, planted] = [open(), open()];
    const owner = await signUpTenant(open());
    await signUpTenant(stranger);
    planted.cookies.set('ecp_device', 'A'.repeat(43));
    await guess(owner.email, '198.51.100.50', 11);
    for (const browser of [stranger, planted]) {
      expect(await tryPassword(owner.email, owner.password, '198.51.100.50', browser)).toBe(429);
    }
    expect(await tryPassword(owner.email, owner.password, home, planted)).toBe(200);
    expect(planted.cookies.get('ecp_device')).not.toBe('A'.repeat(43));
  });
});
