import type { SignedIn } from '@ecp/contract/identity/auth';
import {
  type CookieClient,
  createClient,
  type SignedUpTenant,
  signUpTenant,
} from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);
let people = 0;
const newEmail = () => {
  people += 1;
  return `crowded-${people}@example.com`;
};

/**
 * Adds rows of strangers who sign up with this address and use them. None of them can read its
 * mailbox.
 */
async function crowd(email: string, count: number, made: 'earlier' | 'later'): Promise<void> {
  const trap = await signUpTenant(open(), {
    email,
    company: 'Trap',
    password: 'strangers password',
  });
  await platform.asSuperuser(
    `with crowd as (
      insert into platform.tenants (id, name, slug)
      select 'crowd-' || $2 || '-' || i, 'Trap', 'crowd-' || $2 || '-' || i from generate_series(2, $3::integer) i
      returning id
    )
    insert into platform.users (id, tenant_id, email, role, password_hash)
    select 'user-of-' || crowd.id, crowd.id, email, 'owner', password_hash from crowd, platform.users where users.id = $1`,
    [trap.userId, `${email}-${made}`, count],
  );
  const days = made === 'earlier' ? -1 : 1;
  await platform.asSuperuser(
    `update platform.users u set last_used_at = now() + interval '1 day', created_at = now() + make_interval(days => $2)
      from platform.tenants t where t.id = u.tenant_id and t.name = 'Trap' and u.email = $1`,
    [email, days],
  );
}

const signIn = async (email: string, password: string) => {
  const { status, body } = await open().post<SignedIn>('/api/auth/sign-in/email', {
    email,
    password,
  });
  return status === 200 ? body.tenant.name : status;
};

/** Requests a mail at `path` and returns its text, once the address has received `count` mails. */
async function requestMail(path: string, email: string, count = 1): Promise<string> {
  expect((await open().post(`/api/auth/${path}`, { email })).status).toBe(200);
  return (await waitForMails(platform.dataDir, email, count)).at(-1) ?? '';
}
const tenantsIn = (mail: string) => [...mail.matchAll(/ (\w+):\r\n/g)].map(([, name]) => name);
const tokenFor = (mail: string, company: string) =>
  tokensOf(mail.slice(mail.indexOf(` ${company}:`)))[0] ?? '';

/** Follows a mailed link in the browser that signed up, which proves the mailbox of this row. */
async function proveMailbox(
  browser: CookieClient,
  { email }: SignedUpTenant,
  company: string,
  count = 1,
): Promise<void> {
  const token = tokenFor(await requestMail('sign-in/magic-link', email, count), company);
  expect((await browser.get(`/api/auth/magic-link/verify?token=${token}`)).status).toBe(302);
}

describe('strangers who sign up with another person’s address', () => {
  // AUT-11
  test('do not make the right password fail, however many they are', async () => {
    const email = newEmail();
    await crowd(email, 120, 'earlier');
    await signUpTenant(open(), { email, company: 'Honest', password: 'honest password' });
    await crowd(email, 120, 'later');
    expect(await signIn(email, 'honest password')).toBe('Honest');
    expect(await signIn(email, 'wrong password')).toBe(401);
    expect(await signIn(email, 'strangers password')).toBe('Trap');
  });

  test('do not make it fail with many simultaneous sign-ups, before or after', async () => {
    const email = newEmail();
    const flood = () =>
      Promise.all(
        Array.from({ length: 5 }, () => signUpTenant(open(), { email, company: 'Trap' })),
      );
    const early = await flood();
    await signUpTenant(open(), { email, company: 'Honest', password: 'honest password' });
    await flood();
    const salts = await platform.asSuperuser<{ salt: string }>(
      `select distinct split_part(password_hash, '$', 5) as salt from platform.users where email = $1`,
      [email],
    );
    expect(salts).toHaveLength(1);
    await platform.asSuperuser(`delete from platform.users where id = $1`, [early[0]?.userId]);
    expect(await signIn(email, 'honest password')).toBe('Honest');
  });

  test.each([
    ['sign-in/magic-link', 'Sign in to'],
    ['request-password-reset', 'Set a new password for'],
  ])('do not displace an earlier tenant from the mail of %s', async (path) => {
    const email = newEmail();
    await signUpTenant(open(), { email, company: 'Honest' });
    await crowd(email, 30, 'later');
    const tenants = tenantsIn(await requestMail(path, email));
    expect(tenants).toContain('Honest');
    expect(tenants).toHaveLength(10);
  });

  test('do not displace a proven tenant from a mail or from sign-in, not even with earlier sign-ups', async () => {
    const email = newEmail();
    const browser = open();
    const honest = await signUpTenant(browser, {
      email,
      company: 'Honest',
      password: 'honest password',
    });
    await proveMailbox(browser, honest, 'Honest');
    await crowd(email, 30, 'earlier');
    const mail = await requestMail('request-password-reset', email, 2);
    expect(tenantsIn(mail)[0]).toBe('Honest');
    const reset = { token: tokenFor(mail, 'Honest'), newPassword: 'another password' };
    expect((await open().post('/api/auth/reset-password', reset)).status).toBe(200);
    expect(await signIn(email, 'another password')).toBe('Honest');
  });

  // AUT-11
  test('do not draw a sign-in to a tenant whose mailbox was never proven', async () => {
    const email = newEmail();
    const browser = open();
    const honest = await signUpTenant(browser, {
      email,
      company: 'Honest',
      password: 'strangers password',
    });
    await proveMailbox(browser, honest, 'Honest');
    await crowd(email, 3, 'later');
    expect(await signIn(email, 'strangers password')).toBe('Honest');
  });

  test('do not prevent the audit entry of a failed sign-in in a proven tenant', async () => {
    const email = newEmail();
    const browser = open();
    const honest = await signUpTenant(browser, { email, company: 'Honest' });
    await proveMailbox(browser, honest, 'Honest');
    await crowd(email, 30, 'earlier');
    expect(await signIn(email, 'wrong password')).toBe(401);
    const noted = await platform.asSuperuser(
      `select 1 from platform.audit_log where tenant_id = $1 and action = 'auth.sign_in_failed'`,
      [honest.tenantId],
    );
    expect(noted).toHaveLength(1);
  });
});
