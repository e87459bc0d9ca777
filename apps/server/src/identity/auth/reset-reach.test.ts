import type { Me, SignedIn } from '@ecp/contract/identity/auth';
import { type CookieClient, createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);

/**
 * A person has a proven password in each of two tenants, so any of their sessions may switch
 * between them.
 */
let email: string;
let tenantIds: Record<'First' | 'Second', string>;
const passwords = { First: 'password of first', Second: 'password of second' } as const;
let people = 0;
let mails = 0;

beforeEach(async () => {
  people += 1;
  mails = 0;
  email = `resetting-${people}@example.com`;
  const [first, second] = [open(), open()];
  const { tenantId: First } = await signUpTenant(first, {
    email,
    company: 'First',
    password: passwords.First,
  });
  const { tenantId: Second } = await signUpTenant(second, {
    email,
    company: 'Second',
    password: passwords.Second,
  });
  tenantIds = { First, Second };
  for (const [client, company] of [
    [first, 'First'],
    [second, 'Second'],
  ] as const) {
    const token = tokenFor(await requestMail('sign-in/magic-link'), company);
    expect((await client.get(`/api/auth/magic-link/verify?token=${token}`)).status).toBe(302);
  }
});

type Company = keyof typeof passwords;

async function requestMail(path: 'sign-in/magic-link' | 'request-password-reset'): Promise<string> {
  mails += 1;
  expect((await open().post(`/api/auth/${path}`, { email })).status).toBe(200);
  return (await waitForMails(platform.dataDir, email, mails)).at(-1) ?? '';
}
const tokenFor = (mail: string, company: Company) =>
  tokensOf(mail.slice(mail.indexOf(` ${company}:`)))[0] ?? '';

async function signInTo(company: Company): Promise<CookieClient> {
  const client = open();
  const body = { email, password: passwords[company] };
  const answer = await client.post<SignedIn>('/api/auth/sign-in/email', body);
  expect([answer.status, answer.body.tenant.name]).toEqual([200, company]);
  return client;
}

async function switchTo(client: CookieClient, company: Company): Promise<number> {
  const { status } = await client.post('/api/auth/switch-tenant', { tenantId: tenantIds[company] });
  return status;
}

async function reset(company: Company, client = open(), mail?: string): Promise<number> {
  const token = tokenFor(mail ?? (await requestMail('request-password-reset')), company);
  const { status } = await client.post('/api/auth/reset-password', {
    token,
    newPassword: 'a new password',
  });
  expect(status).toBe(200);
  return status;
}

const isSignedIn = async (client: CookieClient) => (await client.get('/api/me')).status === 200;

describe('a password reset', () => {
  // AUT-6
  test.each([
    ['that began with its password and switched to another tenant', 'First', ['Second'], 'First'],
    [
      'that began there, switched to another tenant and back',
      'First',
      ['Second', 'First'],
      'First',
    ],
    ['that switched from another tenant', 'Second', ['First'], 'First'],
    ['that is in another tenant and may switch', 'Second', [], 'First'],
    ['that switched to it once and back', 'Second', ['First', 'Second'], 'First'],
  ] as const)('ends a session %s', async (_way, from, way, resetOf) => {
    const thief = await signInTo(from);
    for (const company of way) expect(await switchTo(thief, company)).toBe(200);
    expect(await isSignedIn(thief)).toBe(true);
    await reset(resetOf);
    expect(await isSignedIn(thief)).toBe(false);
    for (const company of ['First', 'Second'] as const)
      expect(await switchTo(thief, company)).toBe(401);
  });

  // AUT-6
  test('leaves the session of its own browser, whatever its tenant', async () => {
    const owner = await signInTo('Second');
    await reset('First', owner);
    expect(await isSignedIn(owner)).toBe(true);
    expect(await switchTo(owner, 'First')).toBe(200);
  });

  test('leaves sessions that cannot switch to its tenant', async () => {
    const stranger = open();
    await signUpTenant(stranger, { email, company: 'Trap' });
    await reset('First');
    expect((await stranger.get<Me>('/api/me')).body.tenants.map(({ name }) => name)).toEqual([
      'Trap',
    ]);
  });

  test('voids earlier links to tenants that may switch to its own, and no link of its own mail', async () => {
    const earlier = [
      await requestMail('sign-in/magic-link'),
      await requestMail('request-password-reset'),
    ];
    const mail = await requestMail('request-password-reset');
    await reset('First', open(), mail);
    for (const company of ['First', 'Second'] as const) {
      const [signIn, setPassword] = earlier.map((text) => tokenFor(text, company));
      expect((await open().get(`/api/auth/magic-link/verify?token=${signIn}`)).status).toBe(400);
      const body = { token: setPassword, newPassword: 'another password' };
      expect((await open().post('/api/auth/reset-password', body)).status).toBe(400);
    }
    await reset('Second', open(), mail);
  });

  test('waits for a switch that has begun and ends the resulting session', async () => {
    const thief = await signInTo('First');
    const mail = await requestMail('request-password-reset');
    const [switched] = await interleave([
      () => switchTo(thief, 'Second'),
      () => reset('First', open(), mail),
    ]);
    expect(switched).toBe(200);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test.each(['password', 'link', 'switch'] as const)(
    'prevents a session from beginning by an earlier %s afterwards',
    async (way) => {
      const thief = way === 'switch' ? await signInTo('First') : open();
      const link = tokenFor(await requestMail('sign-in/magic-link'), 'Second');
      const mail = await requestMail('request-password-reset');
      const begin = {
        password: async () =>
          (await thief.post('/api/auth/sign-in/email', { email, password: passwords.First }))
            .status,
        link: async () => (await thief.get(`/api/auth/magic-link/verify?token=${link}`)).status,
        switch: () => switchTo(thief, 'Second'),
      };
      const [, begun] = await interleave([() => reset('First', open(), mail), begin[way]]);
      expect(begun).toBe(way === 'link' ? 400 : 401);
      expect(await isSignedIn(thief)).toBe(false);
    },
  );
});

/**
 * Starts the works in order, each once those before it wait for a lock, and then lets all of them
 * finish.
 */
async function interleave<Result>(works: (() => Promise<Result>)[]): Promise<Result[]> {
  const holder = new pg.Client({ connectionString: platform.adminUrl });
  await holder.connect();
  const running: Promise<Result>[] = [];
  try {
    await holder.query('begin; lock table platform.audit_log in share row exclusive mode');
    for (const work of works) {
      running.push(work());
      await pollUntil(
        () => platform.asSuperuser(waiting),
        ({ length }) => length === running.length,
      );
    }
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
  return Promise.all(running);
}

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
