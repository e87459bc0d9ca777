import type { Me, SignedIn } from '@ecp/contract/identity/auth';
import type { Passkey } from '@ecp/contract/identity/second-factor';
import { type CookieClient, createClient } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addPasskey,
  createFactorPerson,
  createPasskeyDevice,
  enrolTotp,
  type FactorPerson,
  type ManualClock,
  requestChallenge,
  useFactorPeople,
} from '../../../testing/factor-person.ts';
import type {
  SoftwareAuthenticator,
  WebAuthnOptions,
} from '../../../testing/software-authenticator.ts';
import type { TestPlatform } from '../../../testing/start-test-platform.ts';
import { purgeExpiredChallenges } from './passkeys.ts';

const prepare = useFactorPeople();
let platform: TestPlatform;
let clock: ManualClock;
let person: FactorPerson;
let device: SoftwareAuthenticator;
beforeEach(async () => {
  ({ platform, clock, person } = await prepare());
  device = createPasskeyDevice(platform);
});

const open = () => createClient(platform.baseUrl);
const refused = (status: number, code: string) => ({ status, body: { code } });
const wrong = refused(401, 'invalid_credentials');
const begin = async (client = person.client) =>
  (await client.post<WebAuthnOptions>('/api/me/passkeys/options')).body;
const list = async () =>
  (await person.client.get<{ passkeys: Passkey[] }>('/api/me/passkeys')).body.passkeys;
const signInAlone = (client: CookieClient, passkey: object) =>
  client.post<SignedIn>('/api/auth/sign-in/passkey', { passkey });
const expireChallenges = () =>
  platform.asSuperuser('update platform.passkey_challenges set expires_at = now()');

describe('adding a passkey', () => {
  // SFA-3, SFA-4, SFA-16
  test('gives it a name, and the first factor comes with recovery codes', async () => {
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: expect.stringContaining(person.email) },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const response = device.register(options);
    const { status, body } = await person.client.post('/api/me/passkeys', {
      name: 'Laptop',
      response,
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        passkey: {
          id: expect.any(String),
          name: 'Laptop',
          createdAt: expect.any(String),
          lastUsedAt: null,
        },
        recoveryCodes: expect.any(Array),
      },
    });
    const second = await addPasskey(person.client, createPasskeyDevice(platform), 'Key ring');
    expect(second.recoveryCodes).toBeUndefined();
    expect((await list()).map(({ name }) => name)).toEqual(['Laptop', 'Key ring']);
    expect((await person.client.get<Me>('/api/me')).body.security).toMatchObject({
      passkeys: 2,
      recoveryCodesLeft: 10,
    });
    const mails = await waitForMails(platform.dataDir, person.email, 2);
    expect(mails.join()).toContain('Subject: Passkey added');
  });

  // SFA-10
  test('is refused with a foreign origin or host, without verification of the person, or with a wrong challenge', async () => {
    const add = async (
      options: WebAuthnOptions,
      answer: Parameters<typeof device.register>[1] = {},
    ) =>
      person.client.post('/api/me/passkeys', {
        name: 'X',
        response: device.register(options, answer),
      });
    const invalid = refused(400, 'invalid_passkey');
    expect(await add(await begin(), { origin: 'https://evil.example' })).toMatchObject(invalid);
    expect(await add(await begin(), { rpId: 'evil.example' })).toMatchObject(invalid);
    expect(await add(await begin(), { verified: false })).toMatchObject(invalid);
    expect(await add({ challenge: 'AAAA' })).toMatchObject(invalid);
    expect(await add(await requestChallenge(person.client))).toMatchObject(invalid);
    const stranger = await createFactorPerson(platform);
    expect(await add(await begin(stranger.client))).toMatchObject(invalid);
    const late = await begin();
    await expireChallenges();
    expect(await add(late)).toMatchObject(invalid);
    const used = await begin();
    expect((await add(used)).status).toBe(201);
    expect(await add(used)).toMatchObject(invalid);
    expect(await list()).toHaveLength(1);
  });

  // SFA-19
  test('beside another factor takes a recent proof', async () => {
    await enrolTotp(person.client, clock);
    const age = () =>
      platform.asSuperuser(
        `update platform.sessions set proven_at = now() - interval '11 minutes' where user_id = $1`,
        [person.userId],
      );
    await age();
    expect(await person.client.post('/api/me/passkeys/options')).toMatchObject(
      refused(403, 'step_up_required'),
    );
    const { password } = person;
    expect((await person.client.post('/api/auth/step-up', { password })).status).toBe(200);
    await addPasskey(person.client, device);
    await age();
    const other = await createFactorPerson(platform);
    await addPasskey(other.client, createPasskeyDevice(platform));
    await platform.asSuperuser(
      `update platform.sessions set proven_at = '-infinity' where user_id = $1`,
      [other.userId],
    );
    expect(await other.client.post('/api/me/totp')).toMatchObject(refused(403, 'step_up_required'));
  });
});

describe('a passkey as second factor', () => {
  // SFA-5, SFA-10
  test('completes a password', async () => {
    await addPasskey(person.client, device);
    const client = open();
    expect(await person.signIn({}, client)).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required', details: [{ path: '/code' }, { path: '/passkey' }] },
    });
    const passkey = device.sign(await requestChallenge(client));
    expect((await person.signIn({ passkey }, client)).status).toBe(200);
    expect(await person.signIn({ passkey }, client)).toMatchObject(wrong);
    expect((await list())[0]?.lastUsedAt).not.toBeNull();
  });

  // SFA-6
  test('completes a mailed link', async () => {
    await addPasskey(person.client, device);
    await open().post('/api/auth/sign-in/magic-link', { email: person.email });
    const mails = await waitForMails(platform.dataDir, person.email, 2);
    const [token] = mails.flatMap((mail) => tokensOf(mail));
    const client = open();
    const passkey = device.sign(await requestChallenge(client));
    expect((await client.post('/api/auth/magic-link/verify', { token, passkey })).status).toBe(200);
  });

  // SFA-5, SFA-10
  test('of another person does not count, nor does the challenge of another browser', async () => {
    await addPasskey(person.client, device);
    const thief = await createFactorPerson(platform);
    const theirs = createPasskeyDevice(platform);
    await addPasskey(thief.client, theirs);
    const client = open();
    const foreign = theirs.sign(await requestChallenge(client));
    expect(await person.signIn({ passkey: foreign }, client)).toMatchObject(wrong);
    const elsewhere = device.sign(await requestChallenge(open()));
    expect(await person.signIn({ passkey: elsewhere }, client)).toMatchObject(wrong);
    for (let i = 0; i < 8; i += 1) await person.signIn({ passkey: elsewhere }, client);
    const good = device.sign(await requestChallenge(client));
    expect(await person.signIn({ passkey: good }, client)).toMatchObject(
      refused(429, 'rate_limited'),
    );
  });
});

// SFA-10
test('no script or other site sees the cookie of a challenge', async () => {
  const { headers } = await open().post('/api/auth/passkey/options');
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie.replace(/=[^;]+/, '=token')).toBe(
    'ecp_challenge=token; Max-Age=300; Path=/; HttpOnly; SameSite=Strict',
  );
});

describe('a passkey alone', () => {
  // SFA-9
  test('signs in, as both factors', async () => {
    await addPasskey(person.client, device);
    const client = open();
    const answer = await signInAlone(client, device.sign(await requestChallenge(client)));
    expect(answer).toMatchObject({ status: 200, body: { user: { id: person.userId } } });
    expect((await client.get<Me>('/api/me')).body.tenant.id).toBe(person.tenantId);
    const [row] = await platform.asSuperuser(
      'select second_factor_at, mailbox_proven from platform.sessions where user_id = $1 order by created_at desc limit 1',
      [person.userId],
    );
    expect(row).toEqual({ second_factor_at: expect.any(Date), mailbox_proven: false });
  });

  // SFA-9, SFA-10
  test('is refused with a used, late or foreign challenge, a foreign origin or host, or an unverified person', async () => {
    await addPasskey(person.client, device);
    const client = open();
    const replayed = device.sign(await requestChallenge(client));
    expect((await signInAlone(client, replayed)).status).toBe(200);
    client.cookies.delete('ecp_session');
    expect(await signInAlone(client, replayed)).toMatchObject(wrong);
    expect(await signInAlone(client, device.sign(await requestChallenge(open())))).toMatchObject(
      wrong,
    );
    expect(await signInAlone(open(), device.sign(await requestChallenge(client)))).toMatchObject(
      wrong,
    );
    for (const answer of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { verified: false },
    ]) {
      expect(
        await signInAlone(client, device.sign(await requestChallenge(client), answer)),
      ).toMatchObject(wrong);
    }
    const adding = device.sign(await begin());
    expect(await signInAlone(person.client, adding)).toMatchObject(wrong);
    const late = device.sign(await requestChallenge(client));
    await expireChallenges();
    expect(await signInAlone(client, late)).toMatchObject(wrong);
    expect(client.cookies.has('ecp_session')).toBe(false);
  });

  // SFA-9, SFA-10
  test('is refused when its counter goes back, as that of a copy does, or when nobody has added it', async () => {
    await addPasskey(person.client, device);
    const client = open();
    const sign = async (by: SoftwareAuthenticator, counter: number) =>
      signInAlone(client, by.sign(await requestChallenge(client), { counter }));
    expect((await sign(device, 7)).status).toBe(200);
    expect(await sign(device, 7)).toMatchObject(wrong);
    expect(await sign(device, 6)).toMatchObject(wrong);
    expect((await sign(device, 8)).status).toBe(200);
    expect(await sign(createPasskeyDevice(platform), 1)).toMatchObject(wrong);
  });

  // SFA-10
  test('of simultaneous uses of one answer one succeeds', async () => {
    await addPasskey(person.client, device);
    const client = open();
    const passkey = device.sign(await requestChallenge(client));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => signInAlone(client, passkey)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });
});

describe('removing a passkey', () => {
  // SFA-13
  test('takes the password and a factor, and the last one takes the recovery codes along', async () => {
    const { passkey } = await addPasskey(person.client, device);
    const path = `/api/me/passkeys/${passkey.id}`;
    const { password } = person;
    const { client } = person;
    expect(await client.delete(path, { password })).toMatchObject(
      refused(401, 'second_factor_required'),
    );
    expect(await client.delete(`${path}x`, { password })).toMatchObject(refused(404, 'not_found'));
    const stranger = await createFactorPerson(platform);
    expect(await stranger.client.delete(path, { password })).toMatchObject(
      refused(404, 'not_found'),
    );
    const proof = { password, passkey: device.sign(await requestChallenge(client)) };
    expect((await client.delete(path, proof)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await person.signIn()).status).toBe(200);
    expect((await client.get<Me>('/api/me')).body.security).toMatchObject({
      passkeys: 0,
      recoveryCodesLeft: 0,
    });
    expect((await waitForMails(platform.dataDir, person.email, 2)).join()).toContain(
      'Subject: Passkey removed',
    );
  });
});

test('expired challenges are purged', async () => {
  await begin();
  await expireChallenges();
  expect(await purgeExpiredChallenges(platform.database)).toBeGreaterThan(0);
  expect(await purgeExpiredChallenges(platform.database)).toBe(0);
});
