import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { AnalysisStarted, Insights } from '@ecp/contract/reach/insights';
import { createId } from '@ecp/database/create-id';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dieBeforeCommit } from '../../../testing/die-before-commit.ts';
import { addFinishedRun } from '../../../testing/finished-work.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { raiseWall } from '../../../testing/raise-wall.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { analyzePatterns, beginDueAnalyses } from './insights.ts';

let fresh: FreshDatabase;
let platform: TestPlatform;
let tenant: KeyedTenant;
let now = new Date();
beforeAll(async () => {
  fresh = await createFreshDatabase();
  await fresh.asSuperuser(
    `insert into platform.tenants (id, name, slug) values ('first', 'First', 'first')`,
  );
  await addFinishedRun(fresh, 'first', { finishedAt: now });
  platform = await startTestPlatform({ clock: { now: () => now }, freshDatabase: fresh });
  // At its start the platform looks for analyses that are due. Later it would begin those of the
  // tests.
  await pollUntil(
    () => analysesOf('first'),
    ({ length }) => length > 0,
  );
});
afterAll(async () => {
  await platform.close();
  await fresh.drop();
});
beforeEach(async () => {
  now = new Date();
  tenant = await createKeyedTenant(platform);
});

const read = async (of = tenant) => (await of.owner.get<Insights>('/api/insights')).body;
const analyze = async (of = tenant) =>
  (await of.owner.post<AnalysisStarted>('/api/insights/analyze')).body;
const eventsOf = (tenantId: string) =>
  platform
    .asSuperuser<{ data: { analysisId: string; insights: number; proposals: number } }>(
      `select data from platform.outbox_events where tenant_id = $1 and event = 'pattern_analysis.completed'
        order by created_at`,
      [tenantId],
    )
    .then((rows) => rows.map(({ data }) => data));
const analysesOf = (tenantId: string) =>
  platform.asSuperuser<{ id: string; status: string }>(
    'select id, status from platform.pattern_analyses where tenant_id = $1 order by started_at',
    [tenantId],
  );
const waitForEvents = (count: number, of = tenant) =>
  pollUntil(
    () => eventsOf(of.tenantId),
    (events) => events.length >= count,
  );

/** Adds ten tasks of each model; the better model is more expensive. */
async function addModels(tenantId: string, scores: Record<string, number>): Promise<void> {
  for (const [model, score] of Object.entries(scores)) {
    const tasks = Array.from({ length: 10 }, (_, index) => ({
      model,
      score: score + (index % 3),
      costUsd: score / 100,
    }));
    await addFinishedRun(platform, tenantId, { finishedAt: now, tasks });
  }
}

/** Inserts an analysis that has begun, without durable work for it. */
async function insertAnalysis(): Promise<{ tenantId: string; analysisId: string }> {
  const [tenantId, analysisId] = [tenant.tenantId, createId()];
  await platform.asSuperuser(
    `insert into platform.pattern_analyses (id, tenant_id, status, started_at) values ($1, $2, 'running', $3)`,
    [analysisId, tenantId, now],
  );
  return { tenantId, analysisId };
}

describe('an analysis', () => {
  // INS-3, INS-4, INS-5, INS-8
  test('turns the results of engagements into insights and proposals, and emits one event', async () => {
    expect(await read()).toEqual({ insights: [], proposals: [], analysis: null });
    await addModels(tenant.tenantId, { large: 85, small: 60 });
    const answer = await analyze();
    expect(answer).toEqual({ status: 'started', analysisId: expect.any(String) });
    expect(await waitForEvents(1)).toEqual([
      { analysisId: answer.analysisId, insights: 1, proposals: 1 },
    ]);
    const { insights, proposals } = await read();
    expect(insights).toEqual([
      {
        id: expect.any(String),
        kind: 'model_comparison',
        title: 'large scores 25 points higher than small on strategy tasks',
        description: expect.stringContaining('over 10 and 10 tasks'),
        evidence: expect.objectContaining({ scoreDifference: 25, costRatio: 1.42 }),
        createdAt: now.toISOString(),
      },
    ]);
    expect(proposals).toEqual([
      {
        id: expect.any(String),
        insightId: insights[0]?.id,
        title: 'Give strategy tasks to large',
        description: expect.any(String),
        expectedEffect: 'About 25 points more for each such task, for $0.25 more.',
        createdAt: now.toISOString(),
      },
    ]);
    const { body } = await tenant.owner.get<{ entries: AuditLogEntry[] }>(
      '/api/audit-log?action=insights.analyze',
    );
    expect(body.entries).toMatchObject([{ userId: tenant.userId, resourceId: answer.analysisId }]);
  });

  test('replaces the previous one, even when it finds nothing', async () => {
    await addModels(tenant.tenantId, { large: 85, small: 60 });
    await analyze();
    await waitForEvents(1);
    const before = await read();
    await platform.asSuperuser('delete from platform.quality_scores where tenant_id = $1', [
      tenant.tenantId,
    ]);
    const { analysisId } = await analyze();
    expect((await waitForEvents(2)).at(-1)).toEqual({ analysisId, insights: 0, proposals: 0 });
    expect(before.insights).toHaveLength(1);
    expect(await read()).toMatchObject({ insights: [], proposals: [] });
    expect(await analysesOf(tenant.tenantId)).toEqual([{ id: analysisId, status: 'completed' }]);
  });

  test('neither reads nor changes anything of another tenant', async () => {
    const other = await createKeyedTenant(platform);
    await addModels(other.tenantId, { large: 85, small: 60 });
    await analyze(other);
    await waitForEvents(1, other);
    const theirs = await read(other);
    await analyze();
    expect(await waitForEvents(1)).toMatchObject([{ insights: 0, proposals: 0 }]);
    expect(await read()).toMatchObject({ insights: [], proposals: [] });
    expect(await read(other)).toEqual(theirs);
    expect(theirs.insights).toHaveLength(1);
  });

  // WAL-22
  test('counts nothing from behind a wall, and does not begin because of it', async () => {
    await addModels(tenant.tenantId, { large: 85, small: 60 });
    const rows = await platform.asSuperuser<{ id: string }>(
      'select id from platform.engagements where tenant_id = $1',
      [tenant.tenantId],
    );
    await raiseWall(platform, tenant.tenantId, {
      engagementIds: rows.map(({ id }) => id),
      memberIds: [tenant.userId],
    });
    await beginDueAnalyses(platform.services);
    expect(await analysesOf(tenant.tenantId)).toEqual([]);
    await analyze();
    expect(await waitForEvents(1)).toMatchObject([{ insights: 0, proposals: 0 }]);
    await addFinishedRun(platform, tenant.tenantId, { finishedAt: now });
    now = new Date(now.getTime() + 2 * 24 * 3_600_000);
    await platform.asSuperuser('update platform.runs set finished_at = $2 where tenant_id = $1', [
      tenant.tenantId,
      now,
    ]);
    await beginDueAnalyses(platform.services);
    await waitForEvents(2);
  });

  // INS-3
  test('is returned while it runs, and after it has ended even without findings', async () => {
    const { analysisId: id, tenantId } = await insertAnalysis();
    const startedAt = now.toISOString();
    expect((await read()).analysis).toEqual({ id, status: 'running', startedAt, finishedAt: null });
    await analyzePatterns(platform.services, { tenantId, analysisId: id });
    expect(await read()).toEqual({
      insights: [],
      proposals: [],
      analysis: { id, status: 'completed', startedAt, finishedAt: now.toISOString() },
    });
  });

  test('runs one at a time: a request during it returns the running one', async () => {
    const { analysisId, tenantId } = await insertAnalysis();
    const answers = await Promise.all(Array.from({ length: 5 }, () => analyze()));
    expect(answers).toEqual(Array(5).fill({ status: 'running', analysisId }));
    await analyzePatterns(platform.services, { tenantId, analysisId });
    const next = await Promise.all(Array.from({ length: 5 }, () => analyze()));
    expect(next.filter(({ status }) => status === 'started').length).toBeGreaterThanOrEqual(1);
    await pollUntil(
      () => analysesOf(tenantId),
      (analyses) => analyses.length === 1 && analyses[0]?.status === 'completed',
    );
    const started = next
      .filter(({ status }) => status === 'started')
      .map((answer) => answer.analysisId);
    const events = await eventsOf(tenantId);
    expect(events.map((event) => event.analysisId).sort()).toEqual([analysisId, ...started].sort());
  });
});

describe('exactly once', () => {
  test('a crash before the commit stores nothing; two repetitions have the effect of one', async () => {
    await addModels(tenant.tenantId, { large: 85, small: 60 });
    const input = await insertAnalysis();
    const dying = dieBeforeCommit(platform.services);
    await expect(analyzePatterns(dying, input)).rejects.toThrow('The process died');
    expect(await read()).toMatchObject({ insights: [], proposals: [] });
    expect(await eventsOf(tenant.tenantId)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => analyzePatterns(platform.services, input)));
    await analyzePatterns(platform.services, input);
    expect((await read()).insights).toHaveLength(1);
    expect(await eventsOf(tenant.tenantId)).toHaveLength(1);
  });

  test('an analysis whose tenant is gone does nothing', async () => {
    const input = await insertAnalysis();
    await platform.asSuperuser('delete from platform.tenants where id = $1', [tenant.tenantId]);
    await analyzePatterns(platform.services, input);
    expect(await eventsOf(tenant.tenantId)).toEqual([]);
  });
});

describe('the daily analysis', () => {
  const hour = 3_600_000;
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };

  test('begins a day after the last one, and only if runs have finished since', async () => {
    const { tenantId } = tenant;
    await beginDueAnalyses(platform.services);
    expect(await analysesOf(tenantId)).toEqual([]);
    await addFinishedRun(platform, tenantId, { finishedAt: now });
    await Promise.all([beginDueAnalyses(platform.services), beginDueAnalyses(platform.services)]);
    await waitForEvents(1);
    const first = await analysesOf(tenantId);
    later(hour);
    await addFinishedRun(platform, tenantId, { finishedAt: now });
    await beginDueAnalyses(platform.services);
    expect(await analysesOf(tenantId)).toEqual(first);
    later(23 * hour);
    await beginDueAnalyses(platform.services);
    await waitForEvents(2);
    const second = await analysesOf(tenantId);
    expect(second).not.toEqual(first);
    later(48 * hour);
    await beginDueAnalyses(platform.services);
    expect(await analysesOf(tenantId)).toEqual(second);
    expect(await eventsOf(tenantId)).toHaveLength(2);
    const { body } = await tenant.owner.get<{ entries: AuditLogEntry[] }>(
      '/api/audit-log?action=insights.analyze',
    );
    expect(body.entries).toMatchObject([{ userId: null }, { userId: null }]);
  });
});
