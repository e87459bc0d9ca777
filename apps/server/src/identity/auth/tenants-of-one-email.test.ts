import type { Me, SignedIn } from '@ecp/contract/identity/auth';
import { type CookieClient, createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);
let people = 0;

/**
 * Signs up one address for two tenants in this order. Each client has the session of its sign-up.
 */
async function signUpTwice() {
  people += 1;
  const email = `person-${people}@example.com`;
  const [first, second] = [open(), open()];
  const a = await signUpTenant(first, { email, company: 'First', password: 'password of first' });
  const b = await signUpTenant(second, {
    email,
    company: 'Second',
    password: 'password of second',
  });
  return { email, first, second, a, b };
}

/**
 * Requests a sign-in link and follows that of one tenant, once the address has received `count`
 * mails.
 */
async function followLink(
  client: CookieClient,
  email: string,
  company: string,
  count: number,
): Promise<void> {
  await open().post('/api/auth/sign-in/magic-link', { email });
  const mail = (await waitForMails(platform.dataDir, email, count)).at(-1) ?? '';
  const token = tokensOf(mail.slice(mail.indexOf(`Sign in to ${company}:`)))[0];
  expect((await client.get(`/api/auth/magic-link/verify?token=${token}`)).status).toBe(302);
}

async function tenantNames(client: CookieClient): Promise<string[]> {
  return (await client.get<Me>('/api/me')).body.tenants.map(({ name }) => name);
}

// AUT-9
test('two sign-ups of one address share nothing', async () => {
  const { first, second, a, b } = await signUpTwice();
  expect(a.userId).not.toBe(b.userId);
  expect([await tenantNames(first), await tenantNames(second)]).toEqual([['First'], ['Second']]);
  const other = await second.post('/api/auth/switch-tenant', { tenantId: a.tenantId });
  const random = await second.post('/api/auth/switch-tenant', { tenantId: 'random' });
  expect(other).toMatchObject({ status: 404, body: { error: 'Not found' } });
  expect({ ...other.body, requestId: '' }).toEqual({ ...random.body, requestId: '' });
});

// AUT-11
test('a password signs in to its own rows, the last used first', async () => {
  const { email, first, a, b } = await signUpTwice();
  const signIn = async (password: string) => {
    const { status, body } = await open().post<SignedIn>('/api/auth/sign-in/email', {
      email,
      password,
    });
    return status === 200 ? body.tenant.id : status;
  };
  expect([await signIn('password of first'), await signIn('password of second')]).toEqual([
    a.tenantId,
    b.tenantId,
  ]);
  expect(await signIn('password of nobody')).toBe(401);
  const c = await signUpTenant(open(), { email, company: 'Third', password: 'password of first' });
  expect(await signIn('password of first')).toBe(c.tenantId);
  await first.get('/api/me'); // use of the first tenant makes it the last used
  expect(await signIn('password of first')).toBe(a.tenantId);
});

// AUT-8, AUT-10
test('a session may switch between rows once each was verified by a mailed link', async () => {
  const { email, a, b } = await signUpTwice();
  const client = open();
  await followLink(client, email, 'Second', 1);
  expect(await tenantNames(client)).toEqual(['Second']);
  expect((await client.post('/api/auth/switch-tenant', { tenantId: a.tenantId })).status).toBe(404);
  await followLink(client, email, 'First', 2);
  expect(await tenantNames(client)).toEqual(['First', 'Second']);
  const before = client.cookies.get('ecp_session') ?? '';
  const switched = await client.post<SignedIn>('/api/auth/switch-tenant', { tenantId: b.tenantId });
  expect(switched).toMatchObject({
    status: 200,
    body: { tenant: { id: b.tenantId }, user: { id: b.userId } },
  });
  expect((await client.get<Me>('/api/me')).body.tenant.name).toBe('Second');
  const old = open();
  old.cookies.set('ecp_session', before);
  expect((await old.get('/api/me')).status).toBe(401);
});

test('the mail has a link for each tenant, the last used first', async () => {
  const { email, first } = await signUpTwice();
  await first.get('/api/me');
  await open().post('/api/auth/sign-in/magic-link', { email });
  const [mail = ''] = await waitForMails(platform.dataDir, email);
  expect([...mail.matchAll(/^Sign in to (\w+):/gm)].map(([, name]) => name)).toEqual([
    'First',
    'Second',
  ]);
  expect(tokensOf(mail)).toHaveLength(2);
});

test('following a link in a session of the password proves the password; so does a reset', async () => {
  const { email, first, second, a } = await signUpTwice();
  await followLink(first, email, 'First', 1);
  await open().post('/api/auth/request-password-reset', { email });
  const mail =
    (await waitForMails(platform.dataDir, email, 2)).find((text) => text.includes('Reset your')) ??
    '';
  const token = tokensOf(mail.slice(mail.indexOf('Set a new password for Second:')))[0];
  const reset = { token, newPassword: 'another password' };
  expect((await open().post('/api/auth/reset-password', reset)).status).toBe(200);
  expect((await second.get('/api/me')).status).toBe(401);
  for (const password of ['password of first', 'another password']) {
    const client = open();
    await client.post('/api/auth/sign-in/email', { email, password });
    expect((await tenantNames(client)).sort()).toEqual(['First', 'Second']);
    expect((await client.post('/api/auth/switch-tenant', { tenantId: a.tenantId })).status).toBe(
      200,
    );
  }
});

// AUT-9, AUT-19
test('a person who signs up with a stranger’s address gains nothing when the stranger follows links', async () => {
  const victim = open();
  const attacker = open();
  const email = 'victim@example.com';
  await signUpTenant(victim, { email, company: 'Honest' });
  await followLink(victim, email, 'Honest', 1);
  await signUpTenant(attacker, { email, company: 'Trap', password: 'attackers password' });
  await followLink(open(), email, 'Trap', 2);
  expect((await attacker.get('/api/me')).status).toBe(401);
  const again = await open().post('/api/auth/sign-in/email', {
    email,
    password: 'attackers password',
  });
  expect(again.status).toBe(401);
});
