import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { Engagement } from '@ecp/contract/work/engagements';
import { type EngagementFields, insertEngagement } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { archiveOldEngagements } from './engagements.ts';

const now = new Date('2028-07-01T12:00:00.000Z');
const old = new Date('2026-07-01T11:59:59.999Z');
const young = new Date('2026-07-01T12:00:00.000Z');

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
});

const archive = (at = now) =>
  archiveOldEngagements({ ...platform.services, clock: { now: () => at } });
const add = (fields: EngagementFields, of = tenant) =>
  insertEngagement(platform.database, of.tenantId, fields);
const list = async (query = '', of = tenant) =>
  (await of.owner.get<Engagement[]>(`/api/engagements${query}`)).body;
const archivedAtOf = async (id: string) =>
  (await tenant.owner.get<Engagement>(`/api/engagements/${id}`)).body.archivedAt;

describe('archiving', () => {
  // ENG-25
  test('archives engagements older than two years, to the millisecond, which leave the default list', async () => {
    const [archived, current] = [await add({ createdAt: old }), await add({ createdAt: young })];
    const clock = new Date(now);
    await archive(clock);
    expect(clock).toEqual(now);
    expect((await list()).map(({ id }) => id)).toEqual([current]);
    expect(
      (await list('?include_archived=true')).map(({ id, archivedAt }) => [id, archivedAt]),
    ).toEqual([
      [current, null],
      [archived, now.toISOString()],
    ]);
    expect(await archivedAtOf(archived)).toBe(now.toISOString());
    const { body } = await tenant.owner.get<{ entries: AuditLogEntry[] }>(
      '/api/audit-log?action=engagement.archive',
    );
    expect(body.entries).toMatchObject([{ userId: null, ipAddress: null, resourceId: archived }]);
  });

  test('waits for running and paused runs', async () => {
    const ids = {
      pending: await add({ createdAt: old, status: 'pending' }),
      completed: await add({ createdAt: old, status: 'completed' }),
      failed: await add({ createdAt: old, status: 'failed' }),
      running: await add({ createdAt: old, status: 'running' }),
      paused: await add({ createdAt: old, status: 'paused' }),
    };
    await archive();
    expect((await list()).map(({ id }) => id).sort()).toEqual([ids.running, ids.paused].sort());
    await platform.asSuperuser(
      `update platform.engagements set status = 'completed' where id = $1`,
      [ids.paused],
    );
    await archive();
    expect((await list()).map(({ id }) => id)).toEqual([ids.running]);
    await platform.asSuperuser(`update platform.engagements set status = 'failed' where id = $1`, [
      ids.running,
    ]);
  });

  test('archives an engagement that a comment or the index for search refers to at the same time', async () => {
    const id = await add({ createdAt: old });
    await platform.database.withTenant(tenant.tenantId, async (tx) => {
      await tx.query({
        text: 'select from platform.engagements where tenant_id = $1 and id = $2 for key share',
        values: [tenant.tenantId, id],
      });
      await archive();
    });
    expect(await archivedAtOf(id)).toBe(now.toISOString());
  });

  test('archives all engagements of every tenant once, however many processes do it', async () => {
    const other = await createKeyedTenant(platform);
    await add({ createdAt: old }, other);
    await platform.asSuperuser(
      `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, created_at)
        select $1 || n, $1, 'N', 'C', 'n', 'B', 1, $2 from generate_series(1, 450) n`,
      [tenant.tenantId, old],
    );
    await Promise.all([archive(), archive()]);
    await archive(new Date(now.getTime() + 86_400_000));
    expect([await list(), await list('', other)]).toEqual([[], []]);
    const counts = await platform.asSuperuser(
      `select count(*)::integer as archived, count(distinct resource_id)::integer as distinct from platform.audit_log
        where tenant_id = $1 and action = 'engagement.archive'`,
      [tenant.tenantId],
    );
    expect(counts).toEqual([{ archived: 450, distinct: 450 }]);
    const times = await platform.asSuperuser(
      'select distinct archived_at from platform.engagements where tenant_id = $1',
      [tenant.tenantId],
    );
    expect(times).toEqual([{ archived_at: now }]);
  });

  test('an archived engagement can be read, edited, run and deleted as before, and stays archived', async () => {
    platform.engine.onStart((run) => run.complete());
    const id = await add({ createdAt: old, tasks: [{ id: 'a', name: 'A' }] });
    await archive();
    const path = `/api/engagements/${id}`;
    expect(await tenant.owner.patch(path, { client: 'New' })).toMatchObject({
      status: 200,
      body: { client: 'New', archivedAt: now.toISOString() },
    });
    expect(await tenant.owner.post(`${path}/run`)).toMatchObject({ status: 200 });
    const ended = await pollUntil(
      async () => (await tenant.owner.get<Engagement>(path)).body,
      ({ status }) => status === 'completed',
    );
    expect(ended.archivedAt).toBe(now.toISOString());
    expect(await list()).toEqual([]);
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 200 });
  });
});
