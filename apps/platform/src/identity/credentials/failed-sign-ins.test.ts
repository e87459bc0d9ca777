import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createMemoryRateLimiter } from '../../kernel/limits/rate-limiter.ts';
import { countFailure, maxFailures, refuseAfterFailures } from './attempts.ts';
import { canonicalEmail } from './email-addresses.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

describe('failed sign-ins', () => {
  // AUT-14, AUT-15
  test.each(['known', 'unknown'])('for a %s email are limited, in a burst too', async (kind) => {
    const client = createClient(platform.baseUrl);
    const owner = await signUpTenant(client);
    const email = kind === 'known' ? owner.email : `nobody-${owner.email}`;
    const attempt = (password: string) => client.post('/api/auth/sign-in/email', { email, password });
    const burst = await Promise.all(Array.from({ length: 16 }, () => attempt('wrong password')));
    const failed = burst.filter(({ status }) => status === 401).length;
    // Two attempts run at the same time, so one may pass together with the tenth.
    expect([10, 11]).toContain(failed);
    const refused = await attempt(owner.password);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    const other = await signUpTenant(createClient(platform.baseUrl));
    const { email: otherEmail, password } = other;
    expect((await client.post('/api/auth/sign-in/email', { email: otherEmail, password })).status).toBe(200);
  });

  // AUT-15, AUT-17
  test('count together for all spellings of an email', async () => {
    const client = createClient(platform.baseUrl);
    const { email, password } = await signUpTenant(client);
    const [name = '', domain = ''] = email.split('@');
    const wide = String.fromCodePoint(...[...name].map((letter) => (letter.codePointAt(0) ?? 0) + 0xfee0));
    const spellings = [email, email.toUpperCase(), `${wide}@${domain}`, `${name}@EXAMPLE.com`];
    const attempt = (spelling: string, secret: string) =>
      client.post('/api/auth/sign-in/email', { email: spelling, password: secret });
    for (const spelling of spellings) expect((await attempt(spelling, password)).status).toBe(200);
    for (let i = 0; i < maxFailures.email; i += 1) await attempt(spellings[i % spellings.length] ?? '', 'wrong');
    for (const spelling of spellings) expect((await attempt(spelling, password)).status).toBe(429);
  });

  // AUT-15
  test('from one network address are limited over all emails until the window has passed', async () => {
    let nowMs = 0;
    const limiter = createMemoryRateLimiter(() => nowMs);
    const attempt = (email: string) => ({ email: canonicalEmail(email), ipAddress: '192.0.2.1' });
    for (let i = 0; i < maxFailures.address; i += 1) {
      await refuseAfterFailures(limiter, attempt(`${i}@example.com`));
      await countFailure(limiter, attempt(`${i}@example.com`));
    }
    await expect(refuseAfterFailures(limiter, attempt('new@example.com'))).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '900' },
    });
    await refuseAfterFailures(limiter, { ...attempt('new@example.com'), ipAddress: '192.0.2.2' });
    nowMs += 15 * 60_000;
    await refuseAfterFailures(limiter, attempt('new@example.com'));
  });
});
