import { createHash } from 'node:crypto';
import type { ApiKey, IssuedApiKey } from '@ecp/contract/identity/api-keys';
import type { Me } from '@ecp/contract/identity/auth';
import {
  type CookieClient,
  createClient,
  type SignedUpTenant,
  signUpTenant,
} from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { getMe } from '../auth/me.ts';

let platform: TestPlatform;
let owner: CookieClient;
let tenant: SignedUpTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  owner = createClient(platform.baseUrl);
  tenant = await signUpTenant(owner);
});

const withKey = (key: string) => createClient(platform.baseUrl, key);
async function createKey(body: object = {}): Promise<IssuedApiKey> {
  const answer = await owner.post<IssuedApiKey>('/api/api-keys', { name: 'Key', ...body });
  expect(answer.status).toBe(201);
  return answer.body;
}
async function createEngagement(): Promise<string> {
  const body = { name: 'Engagement', client: 'Client', brief: 'Brief' };
  const answer = await owner.post<{ id: string }>('/api/engagements', body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}
async function listKeys(client = owner): Promise<ApiKey[]> {
  return (await client.get<{ keys: ApiKey[] }>('/api/api-keys')).body.keys;
}
const invalidKey = { status: 401, body: { error: 'Invalid API key' } };

describe('create and list', () => {
  // KEY-1, KEY-2, KEY-3, KEY-6, KEY-7
  test('gives the raw key once and stores its hash', async () => {
    const issued = await createKey({ name: 'CI' });
    expect(issued.key).toMatch(/^svc_live_[0-9a-f]{32}$/);
    expect(issued).toMatchObject({
      name: 'CI',
      scope: 'read_write',
      engagementId: null,
      expiresAt: null,
    });
    expect(issued.prefix).toBe(issued.key.slice(0, 13));
    const [listed, ...others] = await listKeys();
    expect(others).toEqual([]);
    const { key, ...rest } = issued;
    expect(listed).toEqual({ ...rest, lastUsedAt: null, revokedAt: null });
    const rows = await platform.asSuperuser<{ key_hash: Buffer; whole: string }>(
      'select key_hash, api_keys::text as whole from platform.api_keys where id = $1',
      [issued.id],
    );
    expect(rows[0]?.key_hash).toEqual(createHash('sha256').update(key).digest());
    expect(rows[0]?.whole).not.toContain(key.slice(13));
    const audit = await platform.asSuperuser(
      `select action, user_id, metadata->>'prefix' as prefix from platform.audit_log where resource_id = $1`,
      [issued.id],
    );
    expect(audit).toEqual([
      { action: 'api_key.create', user_id: tenant.userId, prefix: issued.prefix },
    ]);
  });

  // KEY-7
  test.each([
    [{ name: ' ' }, '/name'],
    [{ name: 'k', scope: 'admin' }, '/scope'],
    [{ name: 'k', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ name: 'k', expiresAt: 'tomorrow' }, '/expiresAt'],
  ])('refuses %j', async (body, path) => {
    const answer = await owner.post<{ details: { path: string }[] }>('/api/api-keys', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[0]?.path).toBe(path);
  });

  // KEY-13
  test('answers for another tenant’s engagement as for one that does not exist', async () => {
    const engagementId = await createEngagement();
    const stranger = createClient(platform.baseUrl);
    await signUpTenant(stranger);
    const other = await stranger.post('/api/api-keys', { name: 'k', engagementId });
    const none = await stranger.post('/api/api-keys', { name: 'k', engagementId: 'none' });
    expect(other).toMatchObject({ status: 404, body: { error: 'Not found' } });
    expect({ ...none.body, requestId: '' }).toEqual({ ...other.body, requestId: '' });
    expect(await listKeys(stranger)).toEqual([]);
  });

  // KEY-4, KEY-5
  test('requires an admin with a session; every role may list', async () => {
    const { id, key } = await createKey();
    const viewerToken = owner.cookies.get('ecp_session') ?? '';
    await platform.asSuperuser(`update platform.users set role = 'member' where id = $1`, [
      tenant.userId,
    ]);
    const member = createClient(platform.baseUrl);
    member.cookies.set('ecp_session', viewerToken);
    expect(await listKeys(member)).toHaveLength(1);
    const program = withKey(key);
    const attempts: [string, CookieClient][] = [
      ['Admin access required', member],
      ['Session required', program],
    ];
    for (const [error, client] of attempts) {
      for (const answer of [
        await client.post('/api/api-keys', { name: 'k' }),
        await client.delete(`/api/api-keys/${id}`),
        await client.patch(`/api/api-keys/${id}`),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { error } });
      }
    }
    expect(await program.get('/api/api-keys')).toMatchObject({
      status: 403,
      body: { error: 'Session required' },
    });
  });
});

describe('use', () => {
  // ACS-2, AUT-7, KEY-3
  test('/api/me shows the key, and its use is recorded', async () => {
    const { id, key } = await createKey({ name: 'CI', scope: 'read_only' });
    const me = await withKey(key).get<Me>('/api/me');
    expect(me.body).toMatchObject({
      user: null,
      apiKey: { id, name: 'CI', scope: 'read_only', engagementId: null },
      tenant: { id: tenant.tenantId },
      subscription: { status: 'active' },
      tenants: [],
    });
    expect((await listKeys())[0]?.lastUsedAt).not.toBeNull();
  });

  test('/api/me reads the tenant of a key without leaving the tenant', async () => {
    const { database } = platform.services;
    const services = {
      ...platform.services,
      database: {
        ...database,
        batchSystem: () => Promise.reject(new Error('Read across tenants')),
      },
    };
    const principal = {
      kind: 'api_key',
      keyId: 'k',
      keyName: 'CI',
      scope: 'read_only',
      engagementId: null,
    };
    const context = { services, principal, tenantId: tenant.tenantId } as unknown as RequestContext;
    expect((await getMe(context)).tenant.id).toBe(tenant.tenantId);
  });

  // ACS-4
  test('a read-only key reads and does not write', async () => {
    const { key } = await createKey({ scope: 'read_only' });
    const client = withKey(key);
    expect((await client.get('/api/engagements')).status).toBe(200);
    const write = await client.post('/api/engagements', { name: 'n', client: 'c', brief: 'b' });
    expect(write).toMatchObject({ status: 403, body: { error: 'Read-only API key' } });
  });

  // ACS-9, KEY-7
  test('a scoped key reaches its engagement only', async () => {
    const [own, other] = [await createEngagement(), await createEngagement()];
    const client = withKey((await createKey({ engagementId: own })).key);
    expect((await client.get(`/api/engagements/${own}`)).status).toBe(200);
    expect(
      (await client.get<{ id: string }[]>('/api/engagements')).body.map(({ id }) => id),
    ).toEqual([own]);
    expect((await client.get<Me>('/api/me')).body.apiKey?.engagementId).toBe(own);
    const restricted = {
      status: 403,
      body: { error: 'API key is restricted to another engagement' },
    };
    for (const id of [other, 'none'])
      expect(await client.get(`/api/engagements/${id}`)).toMatchObject(restricted);
    expect(await client.post('/api/engagements', {})).toMatchObject(restricted);
    expect((await owner.delete(`/api/engagements/${own}`)).status).toBe(200);
    expect(await client.get('/api/me')).toMatchObject(invalidKey);
  });

  // KEY-9
  test('refuses an expired key, an altered key and another scheme with the same answer', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { id, key, expiresAt } = await createKey({ expiresAt: soon });
    expect(expiresAt).toBe(soon);
    expect((await withKey(key).get('/api/me')).status).toBe(200);
    await platform.asSuperuser('update platform.api_keys set expires_at = now() where id = $1', [
      id,
    ]);
    expect(await withKey(key).get('/api/me')).toMatchObject(invalidKey);
    expect(await withKey(`${key}0`).get('/api/me')).toMatchObject(invalidKey);
    expect(await owner.get('/api/me', { headers: { authorization: 'Basic eDp5' } })).toMatchObject(
      invalidKey,
    );
  });
});

describe('revoke and rotate', () => {
  // ACS-2, KEY-6, KEY-8, KEY-11
  test('revocation takes effect at once, may be repeated, and the key stays in the list', async () => {
    const { id, key } = await createKey();
    for (let i = 0; i < 2; i += 1) {
      expect(await owner.delete(`/api/api-keys/${id}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await withKey(key).get('/api/me')).toMatchObject(invalidKey);
    }
    const [listed] = await listKeys();
    expect(listed?.revokedAt).not.toBeNull();
    expect(await owner.patch(`/api/api-keys/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'key_already_revoked' },
    });
    const audit = await platform.asSuperuser(
      `select 1 from platform.audit_log where action = 'api_key.revoke' and resource_id = $1`,
      [id],
    );
    expect(audit).toHaveLength(1);
  });

  // KEY-10
  test('rotation keeps name, scope, engagement and expiry', async () => {
    const engagementId = await createEngagement();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const old = await createKey({ name: 'CI', scope: 'read_only', engagementId, expiresAt });
    const answer = await owner.patch<IssuedApiKey>(`/api/api-keys/${old.id}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'CI', scope: 'read_only', engagementId, expiresAt },
    });
    expect(answer.body.id).not.toBe(old.id);
    expect(answer.body.key).not.toBe(old.key);
    expect(await withKey(old.key).get('/api/me')).toMatchObject(invalidKey);
    expect((await withKey(answer.body.key).get('/api/me')).status).toBe(200);
    expect(await listKeys()).toHaveLength(2);
  });

  test('rotating an expired key gives a key with the same lifetime again', async () => {
    const { id } = await createKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    await platform.asSuperuser(
      `update platform.api_keys set created_at = now() - interval '3 hours', expires_at = now() - interval '2 hours'
       where id = $1`,
      [id],
    );
    const { body } = await owner.patch<IssuedApiKey>(`/api/api-keys/${id}`);
    const lifeMs = Date.parse(body.expiresAt ?? '') - Date.parse(body.createdAt);
    expect(lifeMs).toBe(3_600_000);
  });

  // KEY-10
  test('of parallel rotations one succeeds', async () => {
    const { id } = await createKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.patch(`/api/api-keys/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect((await listKeys()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });

  test('rotating while the engagement is being deleted never causes a 500', async () => {
    for (let round = 0; round < 3; round += 1) {
      const engagementId = await createEngagement();
      const keys = await Promise.all([1, 2, 3].map(() => createKey({ engagementId })));
      const answers = await Promise.all([
        ...keys.map(({ id }) => owner.patch(`/api/api-keys/${id}`)),
        owner.delete(`/api/engagements/${engagementId}`),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
  });

  // KEY-12
  test('answers for another tenant’s key as for one that does not exist', async () => {
    const { id, key } = await createKey();
    const stranger = createClient(platform.baseUrl);
    await signUpTenant(stranger);
    for (const method of ['delete', 'patch'] as const) {
      const other = await stranger[method](`/api/api-keys/${id}`);
      const none = await stranger[method]('/api/api-keys/none');
      expect(other).toMatchObject({ status: 404, body: { error: 'Not found' } });
      expect({ ...none.body, requestId: '' }).toEqual({ ...other.body, requestId: '' });
    }
    expect((await withKey(key).get('/api/me')).status).toBe(200);
  });
});
