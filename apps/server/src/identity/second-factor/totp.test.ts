import type { Me } from '@ecp/contract/identity/auth';
import { createClient } from '@ecp/testing/cookie-client';
import { waitForMails } from '@ecp/testing/mail-folder';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  enrolTotp,
  type FactorPerson,
  type ManualClock,
  openTotpApp,
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

const refused = (status: number, code: string) => ({ status, body: { code } });
const wrong = refused(401, 'invalid_credentials');
const begin = async () => {
  const answer = await person.client.post<{ secret: string; uri: string }>('/api/me/totp');
  expect(answer.status).toBe(201);
  return { ...answer.body, app: openTotpApp(answer.body.secret, clock) };
};
const confirm = (code: string) =>
  person.client.post<{ recoveryCodes: string[] }>('/api/me/totp/confirm', { code });
const remove = (body: object) => person.client.delete('/api/me/totp', body);

describe('setting up an authenticator app', () => {
  // SFA-1, SFA-4
  test('takes a secret and its first code, and shows ten recovery codes', async () => {
    const { secret, uri, app } = await begin();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect((await person.client.get<Me>('/api/me')).body.security).toMatchObject({ totp: false });
    expect((await person.signIn()).status).toBe(200);
    const { status, body } = await confirm(app.code());
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect((await person.client.get<Me>('/api/me')).body.security).toEqual({
      hasPassword: true,
      totp: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
      secondFactorMissing: false,
    });
  });

  // SFA-1
  test('may begin again until it is confirmed, and then needs a removal', async () => {
    const first = await begin();
    const { app } = await begin();
    expect(await confirm(first.app.code())).toMatchObject(wrong);
    expect((await confirm(app.code())).status).toBe(200);
    expect(await person.client.post('/api/me/totp')).toMatchObject(refused(409, 'totp_active'));
    expect(await confirm(app.code(1))).toMatchObject(refused(409, 'totp_active'));
  });

  test('confirms nothing that was not begun', async () => {
    expect(await confirm('123456')).toMatchObject(refused(409, 'totp_not_begun'));
  });

  // SFA-18
  test('stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await enrolTotp(person.client, clock);
    const values = [person.userId];
    const stored = JSON.stringify([
      await platform.asSuperuser(
        `select encode(sealed_secret, 'escape'), encode(sealed_secret, 'hex') from platform.totp_factors where user_id = $1`,
        values,
      ),
      await platform.asSuperuser(
        `select encode(code_hash, 'escape') from platform.recovery_codes where user_id = $1`,
        values,
      ),
    ]);
    expect(stored.length).toBeGreaterThan(200);
    for (const text of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes]) {
      expect(stored).not.toContain(text);
    }
  });
});

describe('signing in with an authenticator app', () => {
  // SFA-5
  test('asks for the code and names the fields that would do', async () => {
    const { app } = await enrolTotp(person.client, clock);
    expect(await person.signIn()).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required', details: [{ path: '/code' }] },
    });
    expect(await person.signIn({ code: '000000' })).toMatchObject(wrong);
    const client = createClient(platform.baseUrl);
    expect((await person.signIn({ code: app.code() }, client)).status).toBe(200);
    expect((await client.get('/api/me')).status).toBe(200);
  });

  // SFA-2
  test('accepts the step before and the one after, and no others', async () => {
    const { app } = await enrolTotp(person.client, clock);
    clock.advance(300);
    for (const steps of [-2, 2, 20])
      expect(await person.signIn({ code: app.code(steps) })).toMatchObject(wrong);
    expect((await person.signIn({ code: app.code(-1) })).status).toBe(200);
    expect((await person.signIn({ code: app.code(1) })).status).toBe(200);
  });

  // SFA-2
  test('accepts a code once, also the one that confirmed the app, and none from before it', async () => {
    const { secret } = await begin();
    const app = openTotpApp(secret, clock);
    await confirm(app.code());
    expect(await person.signIn({ code: app.code() })).toMatchObject(wrong);
    clock.advance(60);
    const code = app.code();
    expect((await person.signIn({ code })).status).toBe(200);
    expect(await person.signIn({ code })).toMatchObject(wrong);
    expect(await person.signIn({ code: app.code(-1) })).toMatchObject(wrong);
    clock.advance(30);
    expect(await person.signIn({ code })).toMatchObject(wrong);
    expect((await person.signIn({ code: app.code() })).status).toBe(200);
  });

  // SFA-2, SFA-4
  test.each(['app', 'recovery'])(
    'of simultaneous uses of one code one succeeds: %s',
    async (kind) => {
      const { app, recoveryCodes } = await enrolTotp(person.client, clock);
      const code = kind === 'app' ? app.code() : recoveryCodes[3];
      const answers = await Promise.all(Array.from({ length: 6 }, () => person.signIn({ code })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    },
  );

  // SFA-4, SFA-16
  test('accepts each recovery code once, however it is typed, and mails that it was used', async () => {
    const { recoveryCodes } = await enrolTotp(person.client, clock);
    const [first = '', second = ''] = recoveryCodes;
    expect((await person.signIn({ code: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(
      200,
    );
    expect(await person.signIn({ code: first })).toMatchObject(wrong);
    expect((await person.signIn({ code: second })).status).toBe(200);
    expect((await person.client.get<Me>('/api/me')).body.security?.recoveryCodesLeft).toBe(8);
    const mails = await waitForMails(platform.dataDir, person.email, 3);
    const subjects = mails.map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1]);
    expect(subjects.sort()).toEqual([
      'Authenticator app added',
      'Recovery code used',
      'Recovery code used',
    ]);
  });

  // SFA-5
  test('counts wrong codes as failed sign-ins, and missing ones not', async () => {
    const { app } = await enrolTotp(person.client, clock);
    for (let i = 0; i < 12; i += 1) {
      expect(await person.signIn()).toMatchObject(refused(401, 'second_factor_required'));
    }
    for (let i = 0; i < 10; i += 1)
      expect(await person.signIn({ code: '000000' })).toMatchObject(wrong);
    expect(await person.signIn({ code: app.code() })).toMatchObject(refused(429, 'rate_limited'));
    const [row] = await platform.asSuperuser(
      `select count(*)::int as count from platform.audit_log where tenant_id = $1 and action = 'auth.sign_in_failed'`,
      [person.tenantId],
    );
    expect(row).toEqual({ count: 10 });
  });

  // SFA-5
  test('does not tell whether a code was right when the password is wrong, and uses up nothing', async () => {
    const { app } = await enrolTotp(person.client, clock);
    const code = app.code();
    expect(await person.signIn({ code, password: 'a wrong password' })).toMatchObject(wrong);
    expect((await person.signIn({ code })).status).toBe(200);
  });
});

describe('removing an authenticator app', () => {
  // SFA-13
  test('takes the password and a code', async () => {
    const { app } = await enrolTotp(person.client, clock);
    const { password } = person;
    expect(await remove({})).toMatchObject(refused(400, 'invalid_request'));
    expect(await remove({ password })).toMatchObject(refused(401, 'second_factor_required'));
    expect(await remove({ code: app.code() })).toMatchObject(refused(400, 'invalid_request'));
    expect(await remove({ password: 'a wrong password', code: app.code() })).toMatchObject(wrong);
    expect(await remove({ password, code: '000000' })).toMatchObject(wrong);
    expect(await remove({ password, code: app.code() })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await remove({ password, code: app.code(1) })).toMatchObject(
      refused(409, 'totp_not_begun'),
    );
    expect((await person.signIn()).status).toBe(200);
    expect((await person.client.get<Me>('/api/me')).body.security).toMatchObject({
      totp: false,
      recoveryCodesLeft: 0,
    });
    const mails = await waitForMails(platform.dataDir, person.email, 2);
    expect(mails.join()).toContain('Subject: Authenticator app removed');
  });

  // SFA-13
  test('of a person without a password takes a code alone', async () => {
    const { app } = await enrolTotp(person.client, clock);
    await platform.asSuperuser('update platform.users set password_hash = null where id = $1', [
      person.userId,
    ]);
    expect((await person.client.get<Me>('/api/me')).body.security?.hasPassword).toBe(false);
    expect((await remove({ code: app.code() })).status).toBe(200);
  });

  // SFA-5, SFA-13
  test('counts wrong proofs as failed sign-ins', async () => {
    const { app } = await enrolTotp(person.client, clock);
    const { password } = person;
    for (let i = 0; i < 10; i += 1)
      expect(await remove({ password, code: '000000' })).toMatchObject(wrong);
    expect(await remove({ password, code: app.code() })).toMatchObject(
      refused(429, 'rate_limited'),
    );
    expect(await person.signIn({ code: app.code() })).toMatchObject(refused(429, 'rate_limited'));
  });
});

describe('new recovery codes', () => {
  // SFA-4
  test('replace the old ones, and take the password and a factor', async () => {
    const renew = (body: object) =>
      person.client.post<{ recoveryCodes: string[] }>('/api/me/recovery-codes', body);
    const { password } = person;
    expect(await renew({ password })).toMatchObject(refused(409, 'no_second_factor'));
    const { app, recoveryCodes } = await enrolTotp(person.client, clock);
    expect(await renew({ password })).toMatchObject(refused(401, 'second_factor_required'));
    const renewed = await renew({ password, code: app.code() });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect(await person.signIn({ code: recoveryCodes[0] })).toMatchObject(wrong);
    expect((await person.signIn({ code: renewed.body.recoveryCodes[0] })).status).toBe(200);
  });
});
