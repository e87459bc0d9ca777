import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { EngagementUpdate, Schedule } from '@ecp/contract/work/recurring';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { beginDueChecks } from './schedules.ts';

const start = '2999-01-31T08:00:00.000Z';

let platform: TestPlatform;
let tenant: TestTenant;
let path: string;
let engagementId: string;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
  engagementId = (await tenant.createEngagement()).id;
  path = `/api/engagements/${engagementId}`;
});

const set = (body: object) => tenant.post<Schedule>(`${path}/schedule`, body);
const get = async () =>
  (await tenant.get<{ schedule: Schedule | null }>(`${path}/schedule`)).body.schedule;
const beginAt = (at: string) =>
  beginDueChecks({ ...platform.services, clock: { now: () => new Date(at) } });
const listUpdates = async () =>
  (await tenant.get<{ updates: EngagementUpdate[] }>(`${path}/updates`)).body.updates;

describe('a schedule', () => {
  // REC-1
  test('is set, replaced, read and ended, and audited', async () => {
    expect(await get()).toBeNull();
    const made = await set({ every: 'month', start });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      every: 'month',
      start,
      nextAt: start,
      createdBy: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(await get()).toEqual(made.body);
    await set({ every: 'quarter', start: '2999-06-30' });
    expect(await get()).toMatchObject({ every: 'quarter', start: '2999-06-30T00:00:00.000Z' });
    expect(await tenant.delete(`${path}/schedule`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await get()).toBeNull();
    expect((await tenant.delete(`${path}/schedule`)).status).toBe(404);
    const { body } = await tenant.get<{ entries: AuditLogEntry[] }>(
      '/api/audit-log?resourceType=engagement',
    );
    const actions = body.entries
      .map(({ action }) => action)
      .filter((action) => action.startsWith('schedule'));
    expect(actions).toEqual(['schedule.delete', 'schedule.set', 'schedule.set']);
  });

  // REC-1
  test('is refused without a period and a start in the future', async () => {
    const bad = [
      { every: 'month', start: '2020-01-01T00:00:00Z' },
      { every: 'month', start: new Date().toISOString().slice(0, 10) },
      { every: 'month', start: '2999-02-30' },
      { every: 'month', start: '2999-01-01T25:00:00Z' },
      { every: 'month', start: '2999-01-01T00:00:00' },
      { every: 'day', start },
      { every: 'month' },
    ];
    for (const body of bad) {
      expect(await set(body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    }
    expect(await get()).toBeNull();
  });
});

describe('a due check', () => {
  // REC-3, REC-8
  test('is begun once by many processes, and once for any number of due times', async () => {
    await set({ every: 'week', start: '2999-01-01T08:00:00Z' });
    await beginAt('2999-01-01T07:59:59Z');
    expect(await listUpdates()).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => beginAt('2999-01-30T12:00:00Z')));
    const updates = await pollUntil(listUpdates, ([newest]) => newest?.checkedAt != null);
    expect(updates).toMatchObject([
      {
        dueAt: '2999-01-01T08:00:00.000Z',
        status: 'unchanged',
        sources: [],
        changes: [],
        cost: null,
      },
    ]);
    expect(await get()).toMatchObject({ nextAt: '2999-02-05T08:00:00.000Z' });
  });

  // REC-3
  test('is left out for an archived engagement', async () => {
    await set({ every: 'week', start: '2999-01-01T08:00:00Z' });
    await platform.asSuperuser(
      'update platform.engagements set archived_at = now() where id = $1',
      [engagementId],
    );
    await beginAt('2999-01-02T00:00:00Z');
    expect(await listUpdates()).toEqual([]);
    expect(await get()).toMatchObject({ nextAt: '2999-01-08T08:00:00.000Z' });
  });

  // REC-3
  test('ends with the engagement', async () => {
    await set({ every: 'week', start: '2999-01-01T08:00:00Z' });
    expect((await tenant.delete(path)).status).toBe(200);
    await beginAt('2999-01-02T00:00:00Z');
    const rows = await platform.asSuperuser(
      'select from platform.engagement_updates where engagement_id = $1',
      [engagementId],
    );
    expect(rows).toEqual([]);
  });
});
