import type { Me, SignedIn } from '@ecp/contract/identity/auth';
import { type CookieClient, createClient } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createFactorPerson,
  enrolTotp,
  type FactorPerson,
  type ManualClock,
  useFactorPeople,
} from '../../../testing/factor-person.ts';
import type { TestPlatform } from '../../../testing/start-test-platform.ts';

const prepare = useFactorPeople();
let platform: TestPlatform;
let clock: ManualClock;
let person: FactorPerson;
beforeEach(async () => {
  ({ platform, clock, person } = await prepare());
});

const open = () => createClient(platform.baseUrl);
const refused = (status: number, code: string) => ({ status, body: { code } });
const required = refused(401, 'second_factor_required');
const verifyPath = '/api/auth/magic-link/verify';

/** Waits for a mail of this subject after the first `seen` ones, and returns its tokens. */
async function tokensOfMail(email: string, subject: string, seen = 0): Promise<string[]> {
  const find = async () =>
    (await waitForMails(platform.dataDir, email, 0)).filter((mail) =>
      mail.includes(`Subject: ${subject}`),
    );
  await expect.poll(async () => (await find()).length).toBeGreaterThan(seen);
  return tokensOf((await find()).at(-1));
}

/** Requests a sign-in link, as the `nth` time in a test, and returns the tokens of its mail. */
async function requestLinks(email: string, nth = 1): Promise<string[]> {
  await open().post('/api/auth/sign-in/magic-link', { email });
  return tokensOfMail(email, 'Your sign-in link', nth - 1);
}

describe('a mailed link', () => {
  // SFA-6
  test('of a person with a factor signs in with the factor only, and stays unused until then', async () => {
    const { app } = await enrolTotp(person.client, clock);
    const [token = ''] = await requestLinks(person.email);
    const client = open();
    expect(await client.get(`${verifyPath}?token=${token}`)).toMatchObject(required);
    expect(await client.post(verifyPath, { token })).toMatchObject(required);
    expect(await client.post(verifyPath, { token, code: '000000' })).toMatchObject(
      refused(401, 'invalid_credentials'),
    );
    expect(client.cookies.size).toBe(0);
    const answer = await client.post<SignedIn>(verifyPath, { token, code: app.code() });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: person.userId } } });
    expect((await client.get<Me>('/api/me')).body.user?.id).toBe(person.userId);
    expect(await open().post(verifyPath, { token, code: app.code(1) })).toMatchObject(
      refused(400, 'invalid_token'),
    );
  });

  // SFA-6
  test('leads a browser to the page that asks for the code', async () => {
    await enrolTotp(person.client, clock);
    const [token = ''] = await requestLinks(person.email);
    const followed = await open().get(`${verifyPath}?token=${token}`, {
      headers: { accept: 'text/html' },
    });
    expect(followed.status).toBe(302);
    const page = new URL(followed.headers.get('location') ?? '');
    expect(page.pathname).toBe('/sign-in/link');
    expect(Object.fromEntries(page.searchParams)).toEqual({ token, fields: 'code' });
    expect(followed.headers.getSetCookie()).toEqual([]);
  });

  // SFA-5, SFA-6
  test('counts wrong codes as failed sign-ins', async () => {
    const { app } = await enrolTotp(person.client, clock);
    const [token = ''] = await requestLinks(person.email);
    for (let i = 0; i < 10; i += 1) await open().post(verifyPath, { token, code: '000000' });
    expect(await open().post(verifyPath, { token, code: app.code() })).toMatchObject(
      refused(429, 'rate_limited'),
    );
    expect(await person.signIn({ code: app.code() })).toMatchObject(refused(429, 'rate_limited'));
  });

  // SFA-6
  test('of an invitation does not, either, once the invited person has a factor', async () => {
    const email = `invited-${person.email}`;
    await person.client.post('/api/team', { email });
    const [invitation = ''] = await tokensOfMail(email, 'Invitation to');
    const [token = ''] = await requestLinks(email);
    const invited = open();
    expect((await invited.get(`${verifyPath}?token=${token}`)).status).toBe(302);
    await enrolTotp(invited, clock);
    expect(await open().get(`${verifyPath}?token=${invitation}`)).toMatchObject(required);
  });
});

describe('a reset', () => {
  // SFA-7
  test('sets the password only', async () => {
    const { app } = await enrolTotp(person.client, clock);
    await open().post('/api/auth/request-password-reset', { email: person.email });
    const [token] = await tokensOfMail(person.email, 'Reset your password');
    const newPassword = 'another good password';
    const browser = open();
    expect((await browser.post('/api/auth/reset-password', { token, newPassword })).status).toBe(
      200,
    );
    expect(browser.cookies.size).toBe(0);
    expect(await person.signIn({ password: newPassword })).toMatchObject(required);
    expect((await person.signIn({ password: newPassword, code: app.code() })).status).toBe(200);
  });
});

describe('switching tenants', () => {
  /** Lets the person prove the mailbox and join one more tenant. Returns a session in that one. */
  async function joinTwo(): Promise<{ otherId: string; client: CookieClient }> {
    const [own = ''] = await requestLinks(person.email);
    expect((await person.client.get(`${verifyPath}?token=${own}`)).status).toBe(302);
    const host = await createFactorPerson(platform);
    await host.client.post('/api/team', { email: person.email });
    const [invitation = ''] = await tokensOfMail(person.email, 'Invitation to');
    const client = open();
    expect((await client.get(`${verifyPath}?token=${invitation}`)).status).toBe(302);
    expect((await client.get<Me>('/api/me')).body.tenants).toHaveLength(2);
    return { otherId: host.tenantId, client };
  }

  // SFA-8
  test('into a row with a factor takes that row’s factor', async () => {
    const { client } = await joinTwo();
    const { app } = await enrolTotp(person.client, clock);
    const { tenantId } = person;
    const move = (body: object) => client.post('/api/auth/switch-tenant', { tenantId, ...body });
    expect(await move({})).toMatchObject(required);
    expect(await move({ code: '000000' })).toMatchObject(refused(401, 'invalid_credentials'));
    expect((await client.get<Me>('/api/me')).body.tenant.id).not.toBe(tenantId);
    expect((await move({ code: app.code() })).status).toBe(200);
    expect((await client.get<Me>('/api/me')).body.tenant.id).toBe(tenantId);
  });

  // SFA-8
  test('does not ask again in a session that has passed the factor, and asks in others', async () => {
    const { client, otherId } = await joinTwo();
    const { app } = await enrolTotp(person.client, clock);
    const move = (tenantId: string, body = {}) =>
      client.post('/api/auth/switch-tenant', { tenantId, ...body });
    expect((await move(person.tenantId, { code: app.code() })).status).toBe(200);
    expect((await move(otherId)).status).toBe(200);
    expect((await move(person.tenantId)).status).toBe(200);
    const second = open();
    for (const token of await requestLinks(person.email, 2)) {
      await second.get(`${verifyPath}?token=${token}`);
    }
    expect((await second.get<Me>('/api/me')).body.tenant.id).toBe(otherId);
    const { tenantId } = person;
    expect(await second.post('/api/auth/switch-tenant', { tenantId })).toMatchObject(required);
  });

  // SFA-8
  test('does not accept the factor of the row that the session comes from', async () => {
    const { client } = await joinTwo();
    const { app: foreign } = await enrolTotp(client, clock);
    await enrolTotp(person.client, clock);
    const { tenantId } = person;
    expect(
      await client.post('/api/auth/switch-tenant', { tenantId, code: foreign.code() }),
    ).toMatchObject(refused(401, 'invalid_credentials'));
  });

  // SFA-5, SFA-8
  test('counts wrong codes as failed sign-ins', async () => {
    const { client } = await joinTwo();
    const { app } = await enrolTotp(person.client, clock);
    const { tenantId } = person;
    for (let i = 0; i < 10; i += 1)
      await client.post('/api/auth/switch-tenant', { tenantId, code: '000000' });
    expect(
      await client.post('/api/auth/switch-tenant', { tenantId, code: app.code() }),
    ).toMatchObject(refused(429, 'rate_limited'));
  });
});

describe('an API key', () => {
  // SFA-12
  test('works as before, and reaches no factor', async () => {
    const { body: made } = await person.client.post('/api/api-keys', { name: 'CI' });
    const { app } = await enrolTotp(person.client, clock);
    await person.client.patch('/api/account/policies', {
      requireSecondFactor: true,
      requireStepUp: true,
    });
    const { body: later } = await person.client.post('/api/api-keys', { name: 'CI 2' });
    for (const { key } of [made, later] as { key?: string }[]) {
      const program = createClient(platform.baseUrl, key);
      expect((await program.get('/api/engagements')).status).toBe(200);
      expect((await program.get<Me>('/api/me')).body.security).toBeUndefined();
      const calls = [
        program.post('/api/me/totp'),
        program.delete('/api/me/totp', { code: app.code() }),
        program.get('/api/me/passkeys'),
        program.post('/api/me/recovery-codes', {}),
        program.post('/api/auth/step-up', { code: app.code() }),
        program.patch('/api/account/policies', { requireSecondFactor: false }),
        program.delete(`/api/team/${person.userId}/second-factor`),
      ];
      for (const answer of await Promise.all(calls))
        expect(answer).toMatchObject(refused(403, 'session_required'));
    }
  });
});
