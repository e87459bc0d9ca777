import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { User } from '@ecp/contract/identity/auth';
import type { Engagement } from '@ecp/contract/work/engagements';
import { createId } from '@ecp/database/create-id';
import { createClient } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
});

async function read(query = '', by = tenant) {
  const { status, body, headers } = await by.owner.get<{ entries: AuditLogEntry[]; head: string }>(
    `/api/audit-log${query}`,
  );
  expect({ status, body }).toMatchObject({ status: 200 });
  const next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return { ...body, next: next === undefined ? undefined : new URL(next) };
}
const actions = async (query = '') => (await read(query)).entries.map(({ action }) => action);

/** Inserts entries without the API, `seconds` after the start of 2026, oldest first. */
async function write(
  entries: { action?: string; userId?: string; resourceType?: string; seconds: number }[],
) {
  for (const { action = 'a.b', userId = null, resourceType = 'thing', seconds } of entries) {
    await platform.asSuperuser(
      `insert into platform.audit_log (id, tenant_id, user_id, action, resource_type, created_at)
        values ($1, $2, $3, $4, $5, '2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => $6))`,
      [createId(), tenant.tenantId, userId, action, resourceType, seconds],
    );
  }
}

describe('the audit log', () => {
  // AUD-1, AUD-3
  test('returns entries with their fields and ids, newest first', async () => {
    const { body } = await tenant.owner.post<Engagement>('/api/engagements', {
      name: 'E',
      client: 'C',
      brief: 'B',
    });
    const { entries, head, next } = await read();
    expect(next).toBeUndefined();
    expect(entries.map(({ action }) => action)).toEqual(['engagement.create', 'auth.sign_up']);
    expect(entries[0]).toEqual({
      id: expect.any(String),
      action: 'engagement.create',
      userId: tenant.userId,
      tenantId: tenant.tenantId,
      resourceType: 'engagement',
      resourceId: body.id,
      metadata: { name: 'E' },
      ipAddress: '127.0.0.1',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      position: 2,
      salt: expect.any(String),
      committed: expect.stringContaining(body.id),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(head).toBe(entries[0]?.hash);
  });

  test('names the API key that acted', async () => {
    const key = await tenant.createKey();
    await key.post('/api/engagements', { name: 'E', client: 'C', brief: 'B' });
    const [created] = (await read('?action=api_key.create')).entries;
    const [entry] = (await read('?action=engagement.create')).entries;
    expect(entry).toMatchObject({ userId: null, metadata: { apiKeyId: created?.resourceId } });
    expect((await key.get('/api/audit-log')).status).toBe(200);
  });

  test('shows nothing of another tenant', async () => {
    const other = await createKeyedTenant(platform);
    await other.createKey();
    expect(await actions()).toEqual(['auth.sign_up']);
    expect((await read(`?userId=${other.userId}`)).entries).toEqual([]);
  });
});

describe('filters', () => {
  // AUD-4
  test('action, userId, resourceType, alone and together', async () => {
    await write([
      { action: 'x.one', userId: 'u1', resourceType: 'r1', seconds: 1 },
      { action: 'x.one', userId: 'u2', resourceType: 'r1', seconds: 2 },
      { action: 'x.two', userId: 'u1', resourceType: 'r2', seconds: 3 },
    ]);
    const times = async (query: string) =>
      (await read(query)).entries.map(({ createdAt }) => new Date(createdAt).getUTCSeconds());
    expect(await times('?action=x.one')).toEqual([2, 1]);
    expect(await times('?userId=u1')).toEqual([3, 1]);
    expect(await times('?resourceType=r2')).toEqual([3]);
    expect(await times('?action=x.one&userId=u1&resourceType=r1')).toEqual([1]);
    expect(await times('?action=x.one&resourceType=r2')).toEqual([]);
  });

  // AUD-4
  test('from is inclusive and to exclusive; either works alone and with any offset', async () => {
    await write([1, 2, 3, 4].map((seconds) => ({ seconds, action: 'x.y' })));
    const found = async (bounds: Record<string, string>) =>
      (await read(`?${new URLSearchParams({ action: 'x.y', ...bounds })}`)).entries.map(
        ({ createdAt }) => new Date(createdAt).getUTCSeconds(),
      );
    expect(await found({ from: '2026-01-01T00:00:02Z', to: '2026-01-01T00:00:04Z' })).toEqual([
      3, 2,
    ]);
    expect(await found({ from: '2026-01-01T01:00:03+01:00' })).toEqual([4, 3]);
    expect(await found({ to: '2026-01-01T00:00:02.000Z' })).toEqual([1]);
    expect(await found({ from: '2026-01-01T00:00:04Z', to: '2026-01-01T00:00:01Z' })).toEqual([]);
  });

  test.each([
    '?from=yesterday',
    '?to=2026-13-01T00:00:00Z',
    '?from=2016-12-31T23:59:60Z',
    '?limit=0',
    '?limit=201',
    '?cursor=x',
  ])('%s is 400', async (query) => {
    const answer = await tenant.owner.get(`/api/audit-log${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('each uses an index that returns the newest first without a sort', async () => {
    const conditions = [
      `action = 'x'`,
      `user_id = 'u'`,
      `resource_type = 'r'`,
      `created_at >= now()`,
    ];
    for (const condition of conditions) {
      const rows = await platform.asSuperuser<Record<string, string>>(
        `explain select * from platform.audit_log where tenant_id = 't' and ${condition}
          and (created_at, id) < (now(), 'x') order by created_at desc, id desc limit 51`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Scan/);
      expect(plan).not.toMatch(/Sort|Seq Scan|Filter: \(\((action|user_id|resource_type)/);
    }
  });
});

describe('pages', () => {
  // AUD-3
  test('have no gaps or duplicates, keep the filters, and omit entries added meanwhile', async () => {
    await write(Array.from({ length: 11 }, () => ({ action: 'x.y', seconds: 5 })));
    const all = (await read('?action=x.y')).entries.map(({ id }) => id);
    expect(all).toEqual(all.toSorted().reverse());
    const seen: string[] = [];
    let query: string | undefined = '?action=x.y&limit=4';
    while (query) {
      const { entries, next } = await read(query);
      expect(entries.length).toBeLessThanOrEqual(4);
      seen.push(...entries.map(({ id }) => id));
      if (next)
        expect([next.pathname, next.searchParams.get('action')]).toEqual(['/api/audit-log', 'x.y']);
      query = next?.search;
      if (seen.length === 4) await write([{ action: 'x.y', seconds: 6 }]);
    }
    expect(seen).toEqual(all);
  });
});

describe('what is logged', () => {
  // AUD-2
  test('authentication', async () => {
    const { email, password, owner } = tenant;
    await createClient(platform.baseUrl).post('/api/auth/sign-in/email', {
      email,
      password: 'wrong',
    });
    const second = createClient(platform.baseUrl);
    await second.post('/api/auth/sign-in/email', { email, password });
    await second.post('/api/auth/sign-out');
    await owner.post('/api/auth/request-password-reset', { email });
    const token = tokensOf((await waitForMails(platform.dataDir, email))[0])[0];
    await owner.post('/api/auth/reset-password', { token, newPassword: 'another password' });
    await owner.post('/api/auth/switch-tenant', { tenantId: tenant.tenantId });
    expect(await actions()).toEqual([
      'auth.switch_tenant',
      'auth.password_reset',
      'auth.confirm_email',
      'auth.sign_out',
      'auth.sign_in',
      'auth.sign_in_failed',
      'auth.sign_up',
    ]);
  });

  // AUD-2
  test('engagements and run controls', async () => {
    platform.engine.onStart(() => undefined);
    const { body } = await tenant.owner.post<Engagement>('/api/engagements', {
      name: 'E',
      client: 'C',
      brief: 'B',
    });
    const path = `/api/engagements/${body.id}`;
    await tenant.owner.patch(path, { client: 'D' });
    for (const verb of ['run', 'pause', 'resume', 'stop']) {
      expect(await tenant.owner.post(`${path}/${verb}`)).toMatchObject({ status: 200 });
    }
    expect((await tenant.owner.delete(path)).status).toBe(200);
    expect(await actions()).toEqual([
      'engagement.delete',
      'run.stop',
      'run.resume',
      'run.pause',
      'run.start',
      'engagement.update',
      'engagement.create',
      'auth.sign_up',
    ]);
  });

  // AUD-2
  test('API keys and the team', async () => {
    const { owner } = tenant;
    const created = await owner.post<IssuedApiKey>('/api/api-keys', { name: 'K' });
    const rotated = await owner.patch<IssuedApiKey>(`/api/api-keys/${created.body.id}`);
    await owner.delete(`/api/api-keys/${rotated.body.id}`);
    const invited = await owner.post<User>('/api/team', {
      email: `audit-${createId()}@example.com`,
    });
    await owner.patch(`/api/team/${invited.body.id}`, { role: 'admin' });
    await owner.delete(`/api/team/${invited.body.id}`);
    expect(await actions()).toEqual([
      'team.remove',
      'team.update_role',
      'team.invite',
      'api_key.revoke',
      'api_key.rotate',
      'api_key.create',
      'auth.sign_up',
    ]);
    const { entries } = await read('?resourceType=user&action=team.update_role');
    expect(entries).toMatchObject([
      { resourceId: invited.body.id, metadata: { from: 'member', to: 'admin' } },
    ]);
    expect(JSON.stringify((await read()).entries)).not.toContain(created.body.key);
  });
});
