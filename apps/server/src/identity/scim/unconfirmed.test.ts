import { randomUUID } from 'node:crypto';
import type { User } from '@ecp/contract/identity/auth';
import type { IssuedScimToken } from '@ecp/contract/identity/scim';
import type { Wall } from '@ecp/contract/work/walls';
import { type CookieClient, createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { insertEngagement } from '@ecp/testing/engagement-factory';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDirectory, proveDomain, type ScimClient } from '../../../testing/directory.ts';
import {
  addPasskey,
  createPasskeyDevice,
  requestChallenge,
} from '../../../testing/factor-person.ts';
import { insertSession } from '../../../testing/insert-records.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let owner: CookieClient;
let tenantId: string;
let directory: ScimClient;
let domain: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  owner = createClient(platform.baseUrl);
  ({ tenantId } = await signUpTenant(owner));
  const { body } = await owner.post<IssuedScimToken>('/api/account/scim-tokens', {});
  directory = connectDirectory(platform.baseUrl, body.token);
  domain = `in-${randomUUID().slice(0, 8)}.example`;
  await proveDomain(platform, tenantId, domain);
});

const inside = () => `${randomUUID()}@${domain}`;
const outside = () => `${randomUUID()}@elsewhere.example`;
const open = () => createClient(platform.baseUrl);
const member = async (id: string) =>
  (await owner.get<{ members: User[] }>('/api/team')).body.members.find((user) => user.id === id);
const resource = async (id: string) => (await directory.get(`/Users/${id}`)).body;

async function addPerson(userName = inside()): Promise<{ id: string; userName: string }> {
  const { status, body } = await directory.post('/Users', { userName });
  expect(status).toBe(201);
  return { id: body.id, userName };
}

const rename = async (id: string, userName: string) => {
  const { status } = await directory.patch(`/Users/${id}`, [
    { op: 'replace', path: 'userName', value: userName },
  ]);
  expect(status).toBe(200);
};

/** Asks for a sign-in link and follows it. */
async function signInByMail(email: string, count = 1): Promise<CookieClient> {
  const client = open();
  await client.post('/api/auth/sign-in/magic-link', { email });
  const [token] = tokensOf((await waitForMails(platform.dataDir, email, count)).at(-1));
  expect((await client.get(`/api/auth/magic-link/verify?token=${token}`)).status).toBe(302);
  return client;
}

/** Counts the links that were made for a person, whoever gets them. */
const countLinks = async (userId: string) =>
  (
    await platform.asSuperuser<{ purpose: string }>(
      `select purpose from platform.email_tokens where user_id = $1 and purpose <> 'new_address'`,
      [userId],
    )
  ).length;

/**
 * Asks for every kind of link to an address; one to a second person shows that the mails of before
 * are out.
 */
async function requestLinks(email: string): Promise<void> {
  const witness = await addPerson();
  for (const address of [email, witness.userName]) {
    await open().post('/api/auth/sign-in/magic-link', { email: address });
    await open().post('/api/auth/request-password-reset', { email: address });
  }
  await waitForMails(platform.dataDir, witness.userName, 2);
}

const confirm = (id: string, client = owner) =>
  client.post<User>(`/api/team/${id}/confirm-address`, {});

describe('an address outside the proved domains', () => {
  // DIR-17
  test.each(['added', 'changed by PATCH', 'changed by PUT'])(
    'signs nobody in until an admin confirms it: %s',
    async (way) => {
      const next = outside();
      const { id } = await addPerson(way === 'added' ? next : inside());
      if (way === 'changed by PATCH') await rename(id, next);
      if (way === 'changed by PUT')
        expect((await directory.put(`/Users/${id}`, { userName: next })).status).toBe(200);
      expect(await member(id)).toMatchObject({ email: next, unconfirmed: true });
      expect(await resource(id)).toMatchObject({ userName: next, active: true, unconfirmed: true });
      await requestLinks(next);
      expect(await countLinks(id)).toBe(0);
      expect(await confirm(id)).toMatchObject({ status: 200, body: { id, unconfirmed: false } });
      expect(await resource(id)).toMatchObject({ active: true, unconfirmed: false });
      const client = await signInByMail(next);
      expect((await client.get('/api/me')).status).toBe(200);
    },
  );

  // DIR-17
  test('ends no use of a session, passkey, password or joined workspace: there is none', async () => {
    const { id, userName } = await addPerson();
    const before = await signInByMail(userName);
    const device = createPasskeyDevice(platform);
    await addPasskey(before, device);
    await rename(id, outside());
    expect((await before.get('/api/me')).status).toBe(401);
    const stranger = open();
    const passkey = device.sign(await requestChallenge(stranger));
    expect((await stranger.post('/api/auth/sign-in/passkey', { passkey })).status).toBe(401);
    const token = `session-${id}`;
    await insertSession(platform, tenantId, { userId: id, token });
    const held = open();
    held.cookies.set('ecp_session', token);
    expect((await held.get('/api/me')).status).toBe(401);
  });

  // DIR-18
  test('is confirmed by the person at the former address, once', async () => {
    const { id, userName } = await addPerson();
    await rename(id, outside());
    const [mail = ''] = await waitForMails(platform.dataDir, userName);
    expect(mail).toContain('Subject: Your address has changed');
    const [token] = tokensOf(mail);
    expect(mail).toContain('/confirm-address?token=');
    for (const path of ['/api/auth/magic-link/verify', '/api/auth/reset-password']) {
      expect((await open().post(path, { token, newPassword: 'a new password' })).status).toBe(400);
    }
    expect(await open().post('/api/auth/confirm-address', { token })).toMatchObject({
      status: 200,
    });
    expect(await member(id)).toMatchObject({ unconfirmed: false });
    expect((await open().post('/api/auth/confirm-address', { token })).status).toBe(400);
  });

  // DIR-18
  test('of several in a row is told to the last one that counted, whose earlier link ends', async () => {
    const { id, userName } = await addPerson();
    await rename(id, outside());
    const [first] = tokensOf((await waitForMails(platform.dataDir, userName, 1)).at(-1));
    await rename(id, outside());
    const [second] = tokensOf((await waitForMails(platform.dataDir, userName, 2)).at(-1));
    expect((await open().post('/api/auth/confirm-address', { token: first })).status).toBe(400);
    expect((await open().post('/api/auth/confirm-address', { token: second })).status).toBe(200);
    const away = outside();
    await rename(id, away);
    await rename(id, userName);
    expect(await member(id)).toMatchObject({ email: userName, unconfirmed: false });
  });

  // DIR-19
  test('is confirmed by the proof of its domain', async () => {
    const later = `later-${randomUUID().slice(0, 8)}.example`;
    const { id } = await addPerson(`${randomUUID()}@${later}`);
    expect(await member(id)).toMatchObject({ unconfirmed: true });
    await platform.asSuperuser(
      `insert into platform.sso_domains (tenant_id, connection_id, domain, token)
        select tenant_id, id, $2, 'token-of-later' from platform.sso_connections where tenant_id = $1`,
      [tenantId, later],
    );
    platform.services.readTextRecords = async () => ['ecp-verification=token-of-later'];
    expect(await owner.post('/api/account/sso/verify', { domain: later })).toMatchObject({
      body: { verified: true },
    });
    expect(await member(id)).toMatchObject({ unconfirmed: false });
  });

  // DIR-17
  test('is confirmed by admins alone, and by nobody for themselves', async () => {
    const admin = await addPerson();
    await platform.asSuperuser(`update platform.users set role = 'admin' where id = $1`, [
      admin.id,
    ]);
    const client = await signInByMail(admin.userName);
    const { id } = await addPerson(outside());
    const viewer = await addPerson();
    await platform.asSuperuser(`update platform.users set role = 'member' where id = $1`, [
      viewer.id,
    ]);
    expect((await confirm(id, await signInByMail(viewer.userName))).status).toBe(403);
    expect(await confirm(admin.id, client)).toMatchObject({
      status: 400,
      body: { code: 'own_address' },
    });
    expect((await confirm(id, client)).status).toBe(200);
    expect((await confirm('unknown')).status).toBe(404);
    const { body } = await owner.get<{ entries: object[] }>(
      '/api/audit-log?action=team.confirm_address',
    );
    expect(body.entries).toMatchObject([{ userId: admin.id, resourceId: id }]);
  });
});

describe('another address', () => {
  let hidden: string;
  let person: { id: string; userName: string };
  let client: CookieClient;
  beforeEach(async () => {
    hidden = await insertEngagement(platform.database, tenantId);
    person = await addPerson();
    client = await signInByMail(person.userName);
    const body = { name: 'Harbour', engagementIds: [hidden], memberIds: [person.id] };
    expect((await owner.post('/api/walls', body)).status).toBe(201);
  });
  const sees = async (as: CookieClient) =>
    (await as.get(`/api/engagements/${hidden}`)).status === 200;
  const wall = async () => {
    const { body } = await owner.get<{ walls: Wall[] }>('/api/walls');
    return body.walls[0];
  };

  // DIR-20
  test.each(['inside', 'outside'])(
    'lets memberships of walls rest until an admin confirms it: %s',
    async (where) => {
      expect(await sees(client)).toBe(true);
      const next = where === 'inside' ? inside() : outside();
      await rename(person.id, next);
      const [mail = ''] = await waitForMails(platform.dataDir, person.userName, 2).then((mails) =>
        mails.slice(1),
      );
      expect(mail).toContain(next);
      expect(await member(person.id)).toMatchObject({
        unconfirmed: where === 'outside',
        wallsSuspended: true,
      });
      // The person's own confirmation opens the door, but not the wall.
      if (where === 'outside')
        await open().post('/api/auth/confirm-address', { token: tokensOf(mail)[0] });
      const again = await signInByMail(next);
      expect(await sees(again)).toBe(false);
      expect((await wall())?.memberIds).toEqual([person.id]);
      expect((await confirm(person.id)).status).toBe(200);
      expect(await sees(again)).toBe(true);
      expect(await member(person.id)).not.toHaveProperty('wallsSuspended');
      const mails = await waitForMails(platform.dataDir, person.userName, 3);
      expect(mails.at(-1)).toContain('Subject: Your new address is confirmed');
    },
  );

  // DIR-20, WAL-8
  test('rests where walls exclude one another, and takes no part in changes of the wall', async () => {
    const { id = '' } = (await wall()) ?? {};
    await rename(person.id, inside());
    const rival = { name: 'Rival', excludes: [id], memberIds: [person.id] };
    expect(await owner.post('/api/walls', rival)).toMatchObject({
      status: 409,
      body: { code: 'wall_conflict' },
    });
    const { body: me } = await owner.get<{ user: User }>('/api/me');
    await platform.asSuperuser(
      `insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name) values ($1, $2, $3, 'Olga')`,
      [tenantId, id, me.user.id],
    );
    const memberIds = [person.id, me.user.id];
    expect((await owner.patch(`/api/walls/${id}`, { memberIds })).status).toBe(200);
    const standing = await platform.asSuperuser(
      `select user_id from platform.wall_insiders where wall_id = $1 and until is null`,
      [id],
    );
    expect(standing).toEqual([{ user_id: me.user.id }]);
    expect((await owner.patch(`/api/walls/${id}`, { memberIds: [me.user.id] })).status).toBe(200);
    expect((await confirm(person.id)).status).toBe(200);
    expect((await wall())?.memberIds).toEqual([me.user.id]);
  });
});
