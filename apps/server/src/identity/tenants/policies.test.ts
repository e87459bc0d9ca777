import type { Me, User } from '@ecp/contract/identity/auth';
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
let owner: FactorPerson;
beforeEach(async () => {
  ({ platform, clock, person: owner } = await prepare());
});

const path = '/api/account/policies';
const refused = (status: number, code: string) => ({ status, body: { code } });
const stepUpRequired = refused(403, 'step_up_required');
const setPolicies = (policies: object) => owner.client.patch(path, policies);

async function join(role: string): Promise<{ client: CookieClient; id: string; email: string }> {
  const email = `${role}-${owner.email}`;
  const { body } = await owner.client.post<User>('/api/team', { email, role });
  const [mail] = await waitForMails(platform.dataDir, email);
  const client = createClient(platform.baseUrl);
  await client.get(`/api/auth/magic-link/verify?token=${tokensOf(mail)[0]}`);
  return { client, id: body.id, email };
}

describe('policies', () => {
  // SFA-11
  test('are off, an admin changes them, and the audit log has the change', async () => {
    expect((await owner.client.get(path)).body).toEqual({
      requireSecondFactor: false,
      requireStepUp: false,
      requireVerifiedCitations: false,
      includeSourcesInDossier: false,
      requireAttestation: false,
      approvalsNeeded: 1,
      authorMayApprove: true,
      releaseRole: 'member',
    });
    const member = await join('member');
    expect(await member.client.patch(path, { requireStepUp: true })).toMatchObject(
      refused(403, 'admin_access_required'),
    );
    const invalid = [
      { approvalsNeeded: 0 },
      { approvalsNeeded: 4 },
      { approvalsNeeded: 1.5 },
      { approvalsNeeded: '2' },
    ];
    const others = [
      { authorMayApprove: null },
      { releaseRole: 'viewer' },
      { releaseRole: 'Owner' },
    ];
    for (const body of [{}, { requireStepUp: 'yes' }, ...invalid, ...others]) {
      expect(await setPolicies(body)).toMatchObject(refused(400, 'invalid_request'));
    }
    expect((await setPolicies({ requireStepUp: true, ownerId: 'x' })).body).toEqual({
      requireSecondFactor: false,
      requireStepUp: true,
      requireVerifiedCitations: false,
      includeSourcesInDossier: false,
      requireAttestation: false,
      approvalsNeeded: 1,
      authorMayApprove: true,
      releaseRole: 'member',
    });
    expect((await member.client.get(path)).body).toMatchObject({
      requireSecondFactor: false,
      requireStepUp: true,
    });
    const { body } = await owner.client.get<{ entries: object[] }>(
      '/api/audit-log?action=policies.update',
    );
    expect(body.entries).toEqual([expect.objectContaining({ metadata: { requireStepUp: true } })]);
  });
});

describe('requireSecondFactor', () => {
  // SFA-12
  test('lets a person without a factor reach only what is needed to set one up', async () => {
    const member = await join('member');
    await setPolicies({ requireSecondFactor: true });
    for (const { client } of [member, owner]) {
      const answers = [client.get('/api/engagements'), client.get('/api/team'), client.get(path)];
      for (const answer of await Promise.all(answers)) {
        expect(answer).toMatchObject(refused(403, 'second_factor_required'));
      }
      expect((await client.get<Me>('/api/me')).body.security?.secondFactorMissing).toBe(true);
      expect((await client.get('/api/me/passkeys')).status).toBe(200);
      expect(
        (await client.post('/api/auth/switch-tenant', { tenantId: owner.tenantId })).status,
      ).toBe(200);
      await enrolTotp(client, clock);
      expect((await client.get('/api/engagements')).status).toBe(200);
      expect((await client.get<Me>('/api/me')).body.security?.secondFactorMissing).toBe(false);
    }
  });

  // SFA-12
  test('asks again after the factor is removed', async () => {
    const { app } = await enrolTotp(owner.client, clock);
    await setPolicies({ requireSecondFactor: true });
    expect((await owner.client.get('/api/engagements')).status).toBe(200);
    const { password } = owner;
    expect((await owner.client.delete('/api/me/totp', { password, code: app.code() })).status).toBe(
      200,
    );
    expect(await owner.client.get('/api/engagements')).toMatchObject(
      refused(403, 'second_factor_required'),
    );
    expect((await owner.client.post('/api/auth/sign-out')).status).toBe(200);
  });
});

describe('requireStepUp', () => {
  const age = (userId: string) =>
    platform.asSuperuser(
      `update platform.sessions set proven_at = now() - interval '11 minutes' where user_id = $1`,
      [userId],
    );

  // SFA-14
  test('asks for a proof within ten minutes before keys, export, erasure, policies and roles', async () => {
    const member = await join('member');
    const { body: key } = await owner.client.post('/api/api-keys', { name: 'CI' });
    await setPolicies({ requireStepUp: true });
    const { client } = owner;
    const attempts = {
      createKey: () => client.post('/api/api-keys', { name: 'CI 2' }),
      rotateKey: () => client.patch(`/api/api-keys/${key['id']}`),
      export: () => client.get('/api/account/export'),
      erase: () => client.delete('/api/account/delete', { confirmText: 'no' }),
      invite: () => client.post('/api/team', { email: `new-${owner.email}` }),
      role: () => client.patch(`/api/team/${member.id}`, { role: 'viewer' }),
      factors: () => client.delete(`/api/team/${member.id}/second-factor`),
      remove: () => client.delete(`/api/team/${member.id}`),
      policies: () => setPolicies({ requireStepUp: true }),
    };
    await age(owner.userId);
    for (const [name, attempt] of Object.entries(attempts)) {
      expect({ name, ...(await attempt()) }).toMatchObject({ name, ...stepUpRequired });
    }
    expect((await client.get('/api/engagements')).status).toBe(200);
    expect((await client.delete(`/api/api-keys/${key['id']}`)).status).toBe(200);
    const { password } = owner;
    expect((await client.post('/api/auth/step-up', { password })).body).toEqual({ success: true });
    const statuses = [];
    for (const attempt of Object.values(attempts)) statuses.push((await attempt()).status);
    expect(statuses).toEqual([201, 409, 200, 400, 201, 200, 409, 200, 200]);
  });

  // SFA-14
  test('comes after the role, does not bind keys, and is off by default', async () => {
    const member = await join('member');
    const { body: key } = await owner.client.post<{ key: string }>('/api/api-keys', { name: 'CI' });
    await age(owner.userId);
    expect((await owner.client.post('/api/api-keys', { name: 'CI 2' })).status).toBe(201);
    await owner.client.patch(path, { requireStepUp: true });
    await age(member.id);
    expect(await member.client.get('/api/account/export')).toMatchObject(
      refused(403, 'admin_access_required'),
    );
    const program = createClient(platform.baseUrl, key.key);
    expect((await program.get('/api/account/export')).status).toBe(200);
  });

  // SFA-15
  test('is satisfied by a password or by a code, and by a new sign-in', async () => {
    const { app } = await enrolTotp(owner.client, clock);
    await setPolicies({ requireStepUp: true });
    const invite = (client: CookieClient, name: string) =>
      client.post('/api/team', { email: `${name}-${owner.email}` });
    const prove = (body: object) => owner.client.post('/api/auth/step-up', body);
    const wrong = refused(401, 'invalid_credentials');
    await age(owner.userId);
    expect(await prove({})).toMatchObject(refused(400, 'invalid_request'));
    expect(await prove({ password: 'a wrong password' })).toMatchObject(wrong);
    expect(await prove({ code: '000000' })).toMatchObject(wrong);
    expect(await prove({ password: owner.password, code: '000000' })).toMatchObject(wrong);
    expect(await invite(owner.client, 'a')).toMatchObject(stepUpRequired);
    expect((await prove({ code: app.code() })).status).toBe(200);
    expect(await prove({ code: app.code() })).toMatchObject(wrong);
    expect((await invite(owner.client, 'b')).status).toBe(201);
    await age(owner.userId);
    const client = createClient(platform.baseUrl);
    expect((await owner.signIn({ code: app.code(1) }, client)).status).toBe(200);
    expect((await invite(client, 'c')).status).toBe(201);
    expect(await invite(owner.client, 'd')).toMatchObject(stepUpRequired);
  });

  // SFA-5, SFA-15
  test('counts wrong proofs as failed sign-ins', async () => {
    const prove = (password: string) => owner.client.post('/api/auth/step-up', { password });
    for (let i = 0; i < 10; i += 1) await prove('a wrong password');
    expect(await prove(owner.password)).toMatchObject(refused(429, 'rate_limited'));
    expect(await owner.signIn()).toMatchObject(refused(429, 'rate_limited'));
  });
});

describe('a lost factor', () => {
  // SFA-16, SFA-17
  test('of a member is removed by an admin above, who is recorded, and the member gets a mail', async () => {
    const admin = await join('admin');
    const member = await join('member');
    await enrolTotp(member.client, clock);
    await enrolTotp(admin.client, clock);
    const reset = (by: CookieClient, id: string) => by.delete(`/api/team/${id}/second-factor`);
    expect(await reset(member.client, admin.id)).toMatchObject(
      refused(403, 'admin_access_required'),
    );
    expect(await reset(admin.client, admin.id)).toMatchObject(refused(403, 'member_too_high'));
    expect(await reset(admin.client, owner.userId)).toMatchObject(refused(403, 'owner_protected'));
    const stranger = await createFactorPerson(platform);
    expect(await reset(stranger.client, member.id)).toMatchObject(refused(404, 'not_found'));
    expect((await reset(admin.client, member.id)).body).toEqual({ success: true });
    expect(await reset(admin.client, member.id)).toMatchObject(refused(409, 'no_second_factor'));
    expect((await member.client.get<Me>('/api/me')).body.security).toMatchObject({ totp: false });
    const { body } = await owner.client.get<{ entries: object[] }>(
      '/api/audit-log?action=second_factor.removed_by_admin',
    );
    expect(body.entries).toEqual([
      expect.objectContaining({ userId: admin.id, resourceId: member.id }),
    ]);
    await expect
      .poll(async () => (await waitForMails(platform.dataDir, member.email)).join())
      .toContain('Subject: Second factor removed');
  });
});

describe('export and erasure', () => {
  // SFA-18
  test('the export lists factors without secrets, and erasing removes them', async () => {
    const { secret } = await enrolTotp(owner.client, clock);
    const exported = await owner.client.get<{ secondFactors: object[] }>('/api/account/export');
    expect(exported.body.secondFactors).toEqual([
      {
        userId: owner.userId,
        kind: 'totp',
        name: null,
        createdAt: expect.any(String),
        lastUsedAt: null,
      },
    ]);
    expect(JSON.stringify(exported.body)).not.toContain(secret);
    const body = { confirmText: 'DELETE MY ACCOUNT' };
    expect((await owner.client.delete('/api/account/delete', body)).status).toBe(200);
    const left = await platform.asSuperuser(
      `select user_id from platform.totp_factors where tenant_id = $1
        union all select user_id from platform.recovery_codes where tenant_id = $1`,
      [owner.tenantId],
    );
    expect(left).toEqual([]);
  });
});
