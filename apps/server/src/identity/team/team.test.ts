import type { Me, User } from '@ecp/contract/identity/auth';
import { type CookieClient, createClient } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { comparable, createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let owner: CookieClient;
let people = 0;

beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
  owner = tenant.owner;
});

const open = () => createClient(platform.baseUrl);
const newEmail = () => `invitee-${++people}@example.com`;

async function invite(fields: object = {}, by = owner): Promise<User> {
  const { status, body } = await by.post<User>('/api/team', { email: newEmail(), ...fields });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}
/** Follows the newest link of an address, once it has received `count` mails. */
async function join(email: string, count = 1): Promise<CookieClient> {
  const client = open();
  const mails = await waitForMails(platform.dataDir, email, count);
  const followed = await client.get(
    `/api/auth/magic-link/verify?token=${tokensOf(mails.at(-1))[0]}`,
  );
  expect(followed.status).toBe(302);
  return client;
}
async function inviteAndJoin(role: string): Promise<User & { client: CookieClient }> {
  const user = await invite({ role });
  return { ...user, client: await join(user.email) };
}
/** Returns whether a mail to an address is there now. */
const hasMail = async (email: string) =>
  (await waitForMails(platform.dataDir, email, 0)).length > 0;
const list = async (by = owner) => (await by.get<{ members: User[] }>('/api/team')).body.members;
const setRole = (by: CookieClient, userId: string, role: string) =>
  by.patch<User>(`/api/team/${userId}`, { role });
const remove = (by: CookieClient, userId: string) => by.delete(`/api/team/${userId}`);
const refused = (status: number, code: string) => ({ status, body: { code } });

// TEA-16
test('a tenant mails 50 strangers within an hour; further invitations stand and are mailed later', async () => {
  await platform.asSuperuser(
    `insert into platform.stranger_mails (tenant_id, due_at)
      select $1, now() - interval '20 minutes' from generate_series(1, 48)`,
    [tenant.tenantId],
  );
  const invited = await Promise.all(Array.from({ length: 4 }, () => invite()));
  const dues = await platform.asSuperuser<{ minutes: number }>(
    `select round(extract(epoch from due_at - now()) / 60)::int as minutes from platform.stranger_mails
      where tenant_id = $1 and due_at > now() - interval '19 minutes' order by due_at`,
    [tenant.tenantId],
  );
  expect(dues.map(({ minutes }) => minutes)).toEqual([0, 0, 40, 40]);
  expect(await list()).toHaveLength(5);
  await expect
    .poll(async () =>
      (await Promise.all(invited.map(({ email }) => hasMail(email)))).filter(Boolean),
    )
    .toHaveLength(2);
});

describe('inviting', () => {
  // TEA-1, TEA-4
  test('returns 201 with the member: role member by default, invited by the caller, not yet signed in', async () => {
    const answer = await owner.post<User>('/api/team', {
      email: 'Mia.Muster@Example.com',
      name: 'Mia',
    });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.any(String),
      email: 'mia.muster@example.com',
      name: 'Mia',
      role: 'member',
      lastLoginAt: null,
      invitedBy: tenant.userId,
      unconfirmed: false,
      language: null,
      createdAt: expect.any(String),
    });
    expect(await list()).toEqual([expect.objectContaining({ role: 'owner' }), answer.body]);
  });

  // TEA-1, TEA-5
  test('mails a link that joins the tenant on first login, once', async () => {
    const { email, id } = await invite({ role: 'viewer' });
    const [mail = ''] = await waitForMails(platform.dataDir, email);
    expect(mail).toMatch(/^Subject: Invitation to Company \w+\r$/m);
    expect(mail).toContain('Olga Owner invites you');
    expect(mail).toContain('Content-Type: text/html');
    const token = tokensOf(mail)[0];
    const [row] = await platform.asSuperuser(
      'select extract(epoch from expires_at - created_at)::int as seconds from platform.email_tokens where user_id = $1',
      [id],
    );
    expect(row).toEqual({ seconds: 7 * 24 * 60 * 60 });
    const client = await join(email);
    const me = await client.get<Me>('/api/me');
    expect(me.body).toMatchObject({
      user: { id, role: 'viewer' },
      tenant: { id: tenant.tenantId },
    });
    expect((await list()).find((member) => member.id === id)?.lastLoginAt).not.toBeNull();
    expect((await open().get(`/api/auth/magic-link/verify?token=${token}`)).status).toBe(400);
  });

  // AUT-24, TEA-18
  test('lets an invited person without a name give one, with the link or later', async () => {
    const nameOf = async (id: string) => (await list()).find((member) => member.id === id)?.name;
    const follow = async ({ email }: User, name: string) => {
      const [mail] = await waitForMails(platform.dataDir, email);
      const client = open();
      const { status } = await client.post('/api/auth/magic-link/verify', {
        token: tokensOf(mail)[0],
        name,
      });
      expect(status).toBe(200);
      return client;
    };
    const [unnamed, named] = [await invite(), await invite({ name: 'Nora' })];
    const client = await follow(unnamed, ' Mia ');
    await follow(named, 'Somebody');
    expect([await nameOf(unnamed.id), await nameOf(named.id)]).toEqual(['Mia', 'Nora']);

    const renamed = await client.patch<User>('/api/me', { name: 'Mia Member' });
    expect(renamed).toMatchObject({ status: 200, body: { id: unnamed.id, name: 'Mia Member' } });
    expect((await client.get<Me>('/api/me')).body.user?.name).toBe('Mia Member');
    expect((await client.patch('/api/me', { name: ' ' })).status).toBe(400);
    expect(await nameOf(named.id)).toBe('Nora');
  });

  // AUT-27
  test('a person chooses the language of the pages, or follows the browser again', async () => {
    const client = await join((await invite({ name: 'Lena' })).email);
    const languageNow = async () => (await client.get<Me>('/api/me')).body.user?.language;
    expect(await languageNow()).toBeNull();
    expect((await client.patch<User>('/api/me', { language: 'de' })).body).toMatchObject({
      language: 'de',
      name: 'Lena',
    });
    await client.patch('/api/me', { name: 'Lena Lang' });
    expect(await languageNow()).toBe('de');
    expect((await client.patch('/api/me', { language: 'xx' })).status).toBe(400);
    expect((await client.patch('/api/me', {})).status).toBe(400);
    await client.patch('/api/me', { language: null });
    expect(await languageNow()).toBeNull();
  });

  test('an invitee whose link has expired can request a sign-in link', async () => {
    const { email, id } = await invite();
    await waitForMails(platform.dataDir, email);
    await platform.asSuperuser(
      'update platform.email_tokens set expires_at = now() where user_id = $1',
      [id],
    );
    await open().post('/api/auth/sign-in/magic-link', { email });
    const client = await join(email, 2);
    expect((await client.get<Me>('/api/me')).body.user?.id).toBe(id);
  });

  // TEA-6, TEA-9
  test.each([
    ['an address without @', { email: 'nobody' }],
    ['an address that is too long', { email: `${'x'.repeat(250)}@example.com` }],
    ['no address', { email: undefined }],
    ['the role owner', { role: 'owner' }],
    ['an unknown role', { role: 'king' }],
    ['an empty name', { name: ' ' }],
  ])('%s gets 400', async (_title, fields) => {
    const answer = await owner.post('/api/team', { email: newEmail(), ...fields });
    expect(answer).toMatchObject(refused(400, 'invalid_request'));
    expect(await list()).toHaveLength(1);
  });

  // TEA-6
  test('an address of the team gets 409 in any letter case, joined or not, and no mail is sent', async () => {
    const { email } = await invite();
    for (const taken of [email, email.toUpperCase(), tenant.email]) {
      const answer = await owner.post('/api/team', { email: taken });
      expect(answer).toMatchObject(refused(409, 'email_taken'));
    }
    const last = await invite();
    await waitForMails(platform.dataDir, last.email);
    expect(await waitForMails(platform.dataDir, email)).toHaveLength(1);
  });

  test('of parallel invitations of one address one succeeds', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.post('/api/team', { email })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
    expect(await waitForMails(platform.dataDir, email)).toHaveLength(1);
  });

  // TEA-7
  test('an address that another tenant has is treated the same', async () => {
    const other = await createKeyedTenant(platform);
    const fresh = await owner.post<User>('/api/team', { email: newEmail() });
    const known = await owner.post<User>('/api/team', { email: other.email });
    const shown = ({ status, headers, body }: typeof fresh) => ({
      status,
      headers: [...headers.keys()],
      fields: { ...body, id: '', email: '', createdAt: '' },
    });
    expect(shown(known)).toEqual(shown(fresh));
    const client = await join(other.email);
    expect((await client.get<Me>('/api/me')).body.tenant.id).toBe(tenant.tenantId);
    expect((await other.owner.get<Me>('/api/me')).body).toMatchObject({
      tenant: { id: other.tenantId },
      user: { role: 'owner' },
    });
  });

  test('one address gets at most ten mails in the window, however many tenants invite it', async () => {
    const email = newEmail();
    for (let i = 0; i < 12; i += 1) {
      const { id } = await invite({ email });
      expect((await remove(owner, id)).status).toBe(200);
    }
    const { rateLimiter } = platform.services;
    expect(await rateLimiter.peek(`mail:invitation:${email}`, 10, 60_000)).toMatchObject({
      allowed: false,
    });
  });
});

describe('the list', () => {
  // TEA-3
  test('is open to every role and key, lists the oldest member first, and has pages on request', async () => {
    const invited: User[] = [];
    for (let i = 0; i < 5; i += 1) invited.push(await invite());
    const ids = [tenant.userId, ...invited.map(({ id }) => id)];
    const viewer = await inviteAndJoin('viewer');
    const readers = [
      viewer.client,
      await tenant.createKey(),
      await tenant.createKey({ scope: 'read_only' }),
    ];
    for (const by of readers)
      expect((await list(by)).map(({ id }) => id)).toEqual([...ids, viewer.id]);
    const seen: string[] = [];
    let path: string | undefined = '/api/team?limit=3';
    while (path) {
      const page: Awaited<ReturnType<typeof owner.get<{ members: User[] }>>> =
        await owner.get(path);
      expect(page.body.members.length).toBeLessThanOrEqual(3);
      seen.push(...page.body.members.map(({ id }) => id));
      const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      path = next === undefined ? undefined : `/api/team${new URL(next).search}`;
    }
    expect(seen).toEqual([...ids, viewer.id]);
  });
});

describe('role rules', () => {
  // ACS-11, TEA-2, TEA-8, TEA-11
  test('nobody assigns a role equal to or above their own; a read-write key counts as admin', async () => {
    const admin = await inviteAndJoin('admin');
    const key = await tenant.createKey();
    const { id } = await invite();
    for (const by of [admin.client, key]) {
      expect(await by.post('/api/team', { email: newEmail(), role: 'admin' })).toMatchObject(
        refused(403, 'role_too_high'),
      );
      expect(await setRole(by, id, 'admin')).toMatchObject(refused(403, 'role_too_high'));
      expect((await setRole(by, id, 'viewer')).body).toMatchObject({ id, role: 'viewer' });
      expect((await setRole(by, id, 'member')).status).toBe(200);
      await invite({ role: 'viewer' }, by);
    }
    expect((await setRole(owner, id, 'admin')).body).toMatchObject({ id, role: 'admin' });
    expect((await list()).filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  // TEA-10
  test('nobody changes their own role, not even the owner: 400 for any role', async () => {
    const admin = await inviteAndJoin('admin');
    for (const role of ['admin', 'member', 'viewer']) {
      expect(await setRole(owner, tenant.userId, role)).toMatchObject(refused(400, 'own_role'));
      expect(await setRole(admin.client, admin.id, role)).toMatchObject(refused(400, 'own_role'));
    }
  });

  // TEA-12
  test('nobody changes or removes the owner', async () => {
    const admin = await inviteAndJoin('admin');
    const key = await tenant.createKey();
    for (const by of [admin.client, key]) {
      expect(await setRole(by, tenant.userId, 'member')).toMatchObject(
        refused(403, 'owner_protected'),
      );
      expect(await remove(by, tenant.userId)).toMatchObject(refused(403, 'owner_protected'));
    }
    expect(await remove(owner, tenant.userId)).toMatchObject(refused(403, 'owner_protected'));
    expect((await owner.get('/api/me')).status).toBe(200);
  });

  // TEA-13
  test('an admin manages members and viewers, but cannot manage other admins or remove themself', async () => {
    const admin = await inviteAndJoin('admin');
    const peer = await invite({ role: 'admin' });
    expect(await setRole(admin.client, peer.id, 'member')).toMatchObject(
      refused(403, 'member_too_high'),
    );
    expect(await remove(admin.client, peer.id)).toMatchObject(refused(403, 'member_too_high'));
    expect(await remove(admin.client, admin.id)).toMatchObject(refused(403, 'own_membership'));
    expect((await setRole(owner, peer.id, 'member')).status).toBe(200);
    expect((await remove(admin.client, peer.id)).body).toEqual({ success: true });
  });

  // TEA-9, TEA-14
  test.each(['owner', 'king', '', null, undefined])('the role %s gets 400', async (role) => {
    const { id } = await invite();
    expect(await owner.patch(`/api/team/${id}`, { role })).toMatchObject(
      refused(400, 'invalid_request'),
    );
  });

  // TEA-14
  test('a member of another tenant gets 404 like an unknown one, before the body is validated', async () => {
    const other = await createKeyedTenant(platform);
    for (const send of [
      (id: string) => setRole(owner, id, 'viewer'),
      (id: string) => setRole(owner, id, 'king'),
      (id: string) => remove(owner, id),
    ]) {
      const [theirs, none] = [await send(other.userId), await send('none')];
      expect(theirs).toMatchObject({ status: 404, body: { error: 'Not found' } });
      expect(comparable(theirs)).toEqual(comparable(none));
    }
  });
});

describe('at once', () => {
  // AUT-16, TEA-8, TEA-15
  test('a new role takes effect with the next request', async () => {
    const member = await inviteAndJoin('member');
    const create = () =>
      member.client.post('/api/templates', { name: 'T', description: 'd', brief: 'b' });
    expect((await create()).status).toBe(201);
    await setRole(owner, member.id, 'viewer');
    expect(await create()).toMatchObject(refused(403, 'write_access_required'));
    await setRole(owner, member.id, 'admin');
    await invite({}, member.client);
  });

  // AUT-16, TEA-13, TEA-15
  test('a removed member loses sessions, links and the place in the list, but stays in other tenants', async () => {
    const elsewhere = await createKeyedTenant(platform);
    await platform.asSuperuser(
      'update platform.users set email_verified_at = now() where id = $1',
      [elsewhere.userId],
    );
    const { id, email } = await invite({ email: elsewhere.email });
    const client = await join(email);
    await open().post('/api/auth/sign-in/magic-link', { email });
    const mail = (await waitForMails(platform.dataDir, email, 2)).at(-1);
    expect((await remove(owner, id)).body).toEqual({ success: true });
    expect((await client.get('/api/me')).status).toBe(401);
    const statuses = await Promise.all(
      tokensOf(mail).map(
        async (token) => (await open().get(`/api/auth/magic-link/verify?token=${token}`)).status,
      ),
    );
    expect(statuses.sort()).toEqual([302, 400]);
    expect((await list()).map((member) => member.id)).toEqual([tenant.userId]);
    expect((await elsewhere.owner.get('/api/me')).status).toBe(200);
    expect((await remove(owner, id)).status).toBe(404);
    expect((await invite({ email })).id).not.toBe(id);
  });

  test('parallel changes and removals of one member take turns', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, email } = await invite();
      const mail = (await waitForMails(platform.dataDir, email))[0];
      const answers = await Promise.all([
        ...['admin', 'viewer', 'member'].map((role) => setRole(owner, id, role)),
        remove(owner, id),
        remove(owner, id),
        open().get(`/api/auth/magic-link/verify?token=${tokensOf(mail)[0]}`),
        open().post('/api/auth/sign-in/magic-link', { email }),
      ]);
      const [first, second, ...rest] = answers.slice(3).map(({ status }) => status);
      for (const { status } of answers.slice(0, 3)) expect([200, 404]).toContain(status);
      expect([first, second].sort()).toEqual([200, 404]);
      // A removal between the session's start and its cookie answers 401, as for a row that is gone.
      expect([302, 400, 401]).toContain(rest[0]);
      expect((await list()).some((member) => member.id === id)).toBe(false);
    }
  });

  test('a member who is removed while signing in is refused, without a 500', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, email } = await invite();
      const client = await join(email);
      await client.post('/api/auth/request-password-reset', { email });
      const mail = (await waitForMails(platform.dataDir, email, 2)).at(-1);
      const password = 'a good password';
      const reset = { token: tokensOf(mail)[0], newPassword: password };
      expect((await client.post('/api/auth/reset-password', reset)).status).toBe(200);
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => open().post('/api/auth/sign-in/email', { email, password })),
        remove(owner, id),
      ]);
      for (const { status } of answers.slice(0, 3)) expect([200, 401]).toContain(status);
      expect(answers[3]?.status).toBe(200);
      expect((await open().post('/api/auth/sign-in/email', { email, password })).status).toBe(401);
    }
  });
});
