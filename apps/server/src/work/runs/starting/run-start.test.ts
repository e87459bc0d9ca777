import type { RunStarted } from '@ecp/contract/work/runs';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

// A billing plan allows five engagements a month, so each test has its own tenant.
const freshTenant = async () => {
  tenant = await createTestTenant(platform);
  return tenant;
};
const eventsOf = (tenantId: string) =>
  platform.asSuperuser<{ event: string; data: Record<string, unknown> }>(
    'select event, data from platform.outbox_events where tenant_id = $1 order by created_at, id',
    [tenantId],
  );
const detailOf = (id: string) => tenant.getEngagement(id);
const settled = (id: string) => tenant.waitForEnd(id);

// RUN-26
test('a run is the latest even if a process with a clock ahead has started the one before', async () => {
  await freshTenant();
  platform.engine.onStart((run) => run.complete());
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const path = `/api/engagements/${id}`;
  const first = await tenant.post<RunStarted>(`${path}/run`);
  await settled(id);
  const ahead = new Date(Date.now() + 3_600_000);
  await platform.asSuperuser('update platform.runs set started_at = $2 where id = $1', [
    first.body.runId,
    ahead,
  ]);
  const second = await tenant.post<RunStarted>(`${path}/run`);
  await settled(id);
  const { body } = await tenant.get(`${path}/status`);
  expect(body).toMatchObject({ runId: second.body.runId, status: 'completed' });
  expect((await detailOf(id)).runs.map((run) => run.id)).toEqual([
    second.body.runId,
    first.body.runId,
  ]);
  platform.engine.onStart(undefined);
});

// DEL-4, ENG-27, QUA-3, RUN-3, RUN-16, WEB-14, WEB-15, WEB-16, WEB-17
test('runs an engagement to its end: start request, deliverables, scores, cost, events and mail', async () => {
  await freshTenant();
  const engagement = await tenant.createEngagement({
    model: 'swift-2',
    tasks: [
      { id: 'a', name: 'Situation' },
      { id: 'b', name: 'Plan' },
    ],
  });
  const answer = await tenant.post<RunStarted>(`/api/engagements/${engagement.id}/run`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    runId: expect.any(String),
    status: 'running',
    message: 'Run started',
  });
  const { runId } = answer.body;

  const run = await platform.engine.waitForRun(runId);
  expect(run.tenantId).toBe(tenant.tenantId);
  expect(run.request).toMatchObject({
    runId,
    engagement: {
      id: engagement.id,
      name: 'Market entry',
      client: 'Acme',
      budgetUsd: 5,
      model: 'swift-2',
    },
    tasks: [{ id: 'a' }, { id: 'b' }],
    previous: [],
    sources: [],
    rerunTaskId: null,
  });
  expect((await detailOf(engagement.id)).status).toBe('running');
  run.complete({ score: 90, costUsd: 0.25 });

  const detail = await settled(engagement.id);
  expect(detail.status).toBe('completed');
  expect(detail.runs).toMatchObject([
    {
      id: runId,
      status: 'completed',
      estimatedCost: 0.5,
      inputTokens: 1200,
      outputTokens: 800,
      error: null,
    },
  ]);
  expect(detail.runs[0]?.finishedAt).not.toBeNull();
  expect(
    detail.deliverables.map(({ filename, version, approvalStatus }) => [
      filename,
      version,
      approvalStatus,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['a.md', 1, 'pending_review'],
      ['b.md', 1, 'pending_review'],
    ]),
  );
  const events = await eventsOf(tenant.tenantId);
  expect(events.map(({ event }) => event).sort()).toEqual([
    'deliverable.ready',
    'deliverable.ready',
    'engagement.completed',
    'engagement.started',
    'quality.scored',
    'quality.scored',
  ]);
  expect(events.find(({ event }) => event === 'engagement.completed')?.data).toEqual({
    engagementId: engagement.id,
    status: 'completed',
    runId,
  });
  const mails = await pollUntil(
    async () => {
      const works = await durableRecords(platform, 'platform').read();
      return works.filter(({ id, kind }) => kind === 'sendMail' && id.endsWith(runId));
    },
    (works) => works.length === 2 && works.every(({ state }) => state === 'ended'),
  );
  expect(mails.map(({ id }) => id).sort()).toEqual([
    `sendMail:runCompleted-${runId}`,
    `sendMail:runStarted-${runId}`,
  ]);
  const quality = await tenant.get(`/api/engagements/${engagement.id}/quality`);
  expect(quality.body).toMatchObject({ runId, averageScore: 90, runStatus: 'completed' });
  const analytics = await tenant.get(`/api/engagements/${engagement.id}/analytics`);
  expect(analytics.body).toEqual({ agents: [], delegations: [], modelRouting: [] });
  const audit = await platform.asSuperuser(
    `select action from platform.audit_log where tenant_id = $1`,
    [tenant.tenantId],
  );
  expect(audit).toContainEqual({ action: 'run.start' });
});

// PLN-1, RUN-4, RUN-8
test('stores the plan of an engagement without tasks, and a second run makes second versions', async () => {
  await freshTenant();
  platform.engine.onStart((run) => run.complete());
  const engagement = await tenant.createEngagement();
  await tenant.post(`/api/engagements/${engagement.id}/run`);
  expect((await settled(engagement.id)).tasks).toMatchObject([
    { id: 'task-1', name: 'Situation analysis' },
  ]);
  const review = { action: 'request_revision', notes: 'Name the sources' };
  const reviewed = await tenant.post(
    `/api/engagements/${engagement.id}/deliverables/task-1.md/review`,
    review,
  );
  expect(reviewed.status).toBe(200);

  const { body } = await tenant.post<RunStarted>(`/api/engagements/${engagement.id}/run`);
  const detail = await settled(engagement.id);
  platform.engine.onStart(undefined);
  expect(platform.engine.run(body.runId).request.previous).toMatchObject([
    { taskId: 'task-1', filename: 'task-1.md', version: 1, reviewNotes: ['Name the sources'] },
  ]);
  const versions = detail.deliverables.filter(({ filename }) => filename === 'task-1.md');
  expect(versions.map(({ version }) => version).sort()).toEqual([1, 2]);
});

// RUN-4
test('one of 20 parallel starts succeeds', async () => {
  await freshTenant();
  const { id } = await tenant.createEngagement();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tenant.post(`/api/engagements/${id}/run`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(19);
  expect(refused[0]?.body).toMatchObject({
    error: 'Engagement is already running',
    code: 'already_running',
  });
  expect((await detailOf(id)).runs).toHaveLength(1);
});

// BUD-4
test('refuses a start when the budget is spent', async () => {
  await freshTenant();
  platform.engine.onStart((run) => run.complete({ costUsd: 0.5 }));
  const { id } = await tenant.createEngagement({ budget: 0.5 });
  await tenant.post(`/api/engagements/${id}/run`);
  await settled(id);
  platform.engine.onStart(undefined);
  const refused = await tenant.post(`/api/engagements/${id}/run`);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    error: 'Budget exhausted: spent $0.50 of $0.50',
    code: 'budget_exhausted',
  });
});

// RUN-4, RUN-6
test('rolls back when no engine is running, and a later start works', async () => {
  await freshTenant();
  const { id } = await tenant.createEngagement();
  await platform.engine.goDown();
  const failed = await tenant
    .post(`/api/engagements/${id}/run`)
    .finally(() => platform.engine.comeBack());
  expect(failed.status).toBe(502);
  const error = 'Engine error: no engine is running';
  expect(failed.body).toMatchObject({ error, code: 'engine_error' });
  const detail = await detailOf(id);
  expect(detail.status).toBe('failed');
  expect(detail.runs).toMatchObject([{ status: 'failed', error, failureReason: 'start_failed' }]);
  expect(await eventsOf(tenant.tenantId)).toEqual([]);
  expect((await tenant.post(`/api/engagements/${id}/run`)).status).toBe(200);
});

// FOL-12, RUN-14
test('answers the same for a missing engagement and one of another tenant', async () => {
  const { id } = await (await freshTenant()).createEngagement();
  const other = await createTestTenant(platform);
  for (const path of ['run', 'stop', 'pause', 'resume', 'deliverables/a.md/rerun']) {
    const [foreign, missing] = await Promise.all(
      [id, 'missing'].map((engagementId) => other.post(`/api/engagements/${engagementId}/${path}`)),
    );
    expect(foreign?.status).toBe(404);
    expect({ ...foreign?.body, requestId: '' }).toEqual({ ...missing?.body, requestId: '' });
  }
  for (const path of ['status', 'logs', 'stream', 'quality', 'analytics']) {
    const [foreign, missing] = await Promise.all(
      [id, 'missing'].map((engagementId) => other.get(`/api/engagements/${engagementId}/${path}`)),
    );
    expect(foreign?.status).toBe(404);
    expect({ ...foreign?.body, requestId: '' }).toEqual({ ...missing?.body, requestId: '' });
  }
  expect((await detailOf(id)).runs).toEqual([]);
});
