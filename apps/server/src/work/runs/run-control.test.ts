import type { RunControlled, RunStarted } from '@ecp/contract/work/runs';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import type { EngineCall } from '@ecp/testing/scripted-engine/scripted-engine';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

async function startRun() {
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  return { id, runId: body.runId, run: platform.engine.run(body.runId) };
}
const stoppedByUser = { error: 'Stopped by user', failureReason: 'stopped' };
const control = (id: string, verb: string) =>
  tenant.post<RunControlled>(`/api/engagements/${id}/${verb}`);
const countEvents = async (event: string) =>
  (
    await platform.asSuperuser(
      'select 1 from platform.outbox_events where tenant_id = $1 and event = $2',
      [tenant.tenantId, event],
    )
  ).length;

// RUN-2, RUN-9, RUN-10, RUN-11, RUN-13
test('pauses, resumes and stops', async () => {
  const { id, runId } = await startRun();
  const paused = await control(id, 'pause');
  expect(paused.status).toBe(200);
  expect(paused.body).toEqual({ engagementId: id, runId, status: 'paused', message: 'Run paused' });
  const whilePaused = await tenant.getEngagement(id);
  expect(whilePaused).toMatchObject({ status: 'paused', runs: [{ status: 'paused' }] });
  expect(whilePaused.runs[0]?.pauseSnapshot).not.toBeNull();
  expect((await tenant.post(`/api/engagements/${id}/run`)).status).toBe(409);

  expect((await control(id, 'resume')).body).toMatchObject({
    status: 'running',
    message: 'Run resumed',
  });
  expect(await tenant.getEngagement(id)).toMatchObject({
    status: 'running',
    runs: [{ status: 'running' }],
  });

  expect((await control(id, 'stop')).body).toMatchObject({
    status: 'failed',
    message: 'Run stopped',
  });
  const stopped = await tenant.getEngagement(id);
  expect(stopped).toMatchObject({
    status: 'failed',
    runs: [{ status: 'failed', ...stoppedByUser }],
  });
  expect(await countEvents('engagement.failed')).toBe(1);
  const audit = await platform.asSuperuser<{ action: string }>(
    `select action from platform.audit_log where tenant_id = $1 and action like 'run.%' order by created_at`,
    [tenant.tenantId],
  );
  expect(audit.map(({ action }) => action)).toEqual([
    'run.start',
    'run.pause',
    'run.resume',
    'run.stop',
  ]);
});

// RUN-12
test.each([
  ['stop', 'pending', 'Cannot stop: the engagement is pending, not running or paused'],
  ['pause', 'pending', 'Cannot pause: the engagement is pending, not running'],
  ['resume', 'pending', 'Cannot resume: the engagement is pending, not paused'],
  ['resume', 'running', 'Cannot resume: the engagement is running, not paused'],
  ['pause', 'paused', 'Cannot pause: the engagement is paused, not running'],
  ['stop', 'completed', 'Cannot stop: the engagement is completed, not running or paused'],
])('refuses to %s when %s', async (verb, state, message) => {
  const { id } = state === 'pending' ? await tenant.createEngagement() : await startRun();
  if (state === 'paused') await control(id, 'pause');
  if (state === 'completed') {
    platform.engine.run((await tenant.getEngagement(id)).runs[0]?.id ?? '').complete();
    await tenant.waitForEnd(id);
  }
  const refused = await control(id, verb);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ error: message, code: `cannot_${verb}` });
});

// FOL-3, FOL-5, FOL-12, RUN-15
test.each(['stop', 'pause', 'resume'])(
  'changes nothing when the engine cannot %s',
  async (verb) => {
    const { id } = await startRun();
    if (verb === 'resume') await control(id, 'pause');
    const before = (await tenant.getEngagement(id)).status;
    await platform.engine.goDown();
    const failed = await control(id, verb);
    const unchanged = await tenant.getEngagement(id);
    const status = await tenant.get(`/api/engagements/${id}/status`);
    const logs = await tenant.get(`/api/engagements/${id}/logs`);
    const stream = await tenant.get(`/api/engagements/${id}/stream`);
    await platform.engine.comeBack();
    expect(failed.status).toBe(502);
    expect(failed.body).toMatchObject({
      error: 'Engine error: The engine could not be reached',
      code: 'engine_error',
    });
    expect(unchanged).toMatchObject({ status: before, runs: [{ status: before }] });
    expect(status.body).toMatchObject({ engagementId: id, status: before });
    expect(logs.body).toEqual({ logs: [], entries: [], total: 0, status: before });
    expect([stream.status, stream.body['error']]).toEqual([502, 'Failed to connect to engine']);
    expect((await control(id, verb)).status).toBe(200);
  },
);

// RUN-12
test('a stop after the end is refused with the present status', async () => {
  const { id, run } = await startRun();
  const keepFollowerOut = platform.engine.interfere(({ url }) =>
    url.includes('waitMs=25000') ? { kind: 'cut' } : undefined,
  );
  run.complete();
  const late = await control(id, 'stop');
  keepFollowerOut();
  const { status } = await tenant.waitForEnd(id);
  expect(status).toBe('completed');
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({
    error: 'Cannot stop: the engagement is completed, not running or paused',
  });
  expect(await countEvents('engagement.failed')).toBe(0);
});

/** Makes ten calls of a verb that all reach the engine before it answers any of them. */
async function controlTenTimes(id: string, verb: string) {
  const { promise: all, resolve: release } = Promise.withResolvers<void>();
  let arrived = 0;
  const end = platform.engine.interfere(({ url }) => {
    if (!url.endsWith(`/${verb}`)) return undefined;
    arrived += 1;
    if (arrived === 10) release();
    return { kind: 'hold', until: all };
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => control(id, verb)));
  end();
  return answers;
}

// RUN-12, AUD-2
test.each([
  ['pause', 'Cannot pause: the engagement is paused, not running'],
  ['resume', 'Cannot resume: the engagement is running, not paused'],
  ['stop', 'Cannot stop: the engagement is failed, not running or paused'],
])('one of ten parallel calls to %s succeeds and is audited', async (verb, message) => {
  const { id, runId } = await startRun();
  if (verb === 'resume') await control(id, 'pause');
  const answers = await controlTenTimes(id, verb);
  const [won = [], lost = []] = [200, 409].map((wanted) =>
    answers.filter(({ status }) => status === wanted),
  );
  expect([won.length, lost.length]).toEqual([1, 9]);
  for (const { body } of lost)
    expect(body).toMatchObject({ error: message, code: `cannot_${verb}` });
  const audit = await platform.asSuperuser(
    'select metadata from platform.audit_log where tenant_id = $1 and resource_id = $2 and action = $3',
    [tenant.tenantId, id, `run.${verb}`],
  );
  expect(audit).toEqual([{ metadata: { runId } }]);
});

// RUN-11, RUN-19
test('stops once for parallel calls, and no later event changes the run', async () => {
  const { id, run } = await startRun();
  await controlTenTimes(id, 'stop');
  run.push({ type: 'deliverable', taskId: 'a', filename: 'a.md', wordCount: 1, content: 'Late\n' });
  run.push({ type: 'status', status: 'completed', error: null });
  await tenant.get(`/api/engagements/${id}/status`);
  const detail = await tenant.getEngagement(id);
  expect(detail).toMatchObject({ status: 'failed', runs: [stoppedByUser], deliverables: [] });
  expect(await countEvents('engagement.failed')).toBe(1);
  expect(await countEvents('engagement.completed')).toBe(0);
});

/**
 * Starts a run whose request to the engine is held back until `release`. Returns when the engine
 * has the request.
 */
async function startHeld(isHeld: (call: EngineCall) => boolean = () => true) {
  const { id } = await tenant.createEngagement();
  const isStart = ({ method, url }: EngineCall) => method === 'POST' && url === '/runs';
  const { reached, release } = platform.engine.hold((call) => isStart(call) && isHeld(call));
  const starting = tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  await reached;
  return { id, starting, release };
}

test.each(['the start', 'the stop'])(
  'a run stopped while it is being started stays stopped when %s ends first',
  async (first) => {
    const { id, starting, release } = await startHeld();
    const stopHeld = platform.engine.hold(
      ({ url }) => first === 'the start' && url.includes('/events'),
    );
    const stopping = control(id, 'stop');
    const answered = first === 'the start' ? engineHasStopped(id) : stopping;
    await answered;
    release();
    const start = await starting;
    stopHeld.release();
    expect(start).toMatchObject({
      status: 200,
      body: {
        runId: expect.any(String),
        status: 'failed',
        message: 'The run was stopped before it started',
      },
    });
    expect(await stopping).toMatchObject({
      status: 200,
      body: { status: 'failed', message: 'Run stopped' },
    });
    expect(await tenant.getEngagement(id)).toMatchObject({
      status: 'failed',
      runs: [stoppedByUser],
    });
    expect(await countEvents('engagement.failed')).toBe(1);
    expect(await countEvents('engagement.started')).toBe(0);
    const mail = await durableRecords(platform, 'platform').find(
      `sendMail:runFailed-${start.body.runId}`,
    );
    expect(mail).toBeDefined();
  },
);

const engineHasStopped = async (id: string) => {
  const runId = (await tenant.getEngagement(id)).runs[0]?.id;
  await pollUntil(
    () =>
      platform.engine.calls.some(
        ({ url }) => url === `/runs/${runId}/events?after=0&limit=200&waitMs=0`,
      ),
    (stopped) => stopped,
  );
};

test('pauses a run whose start has not reached the engine yet', async () => {
  let orders = 0;
  const { id, starting, release } = await startHeld(() => {
    orders += 1;
    return orders === 1;
  });
  const paused = await control(id, 'pause');
  release();
  expect(paused).toMatchObject({ status: 200, body: { status: 'paused', message: 'Run paused' } });
  expect(await starting).toMatchObject({
    status: 200,
    body: { status: 'paused', message: 'Run started' },
  });
  expect(await tenant.getEngagement(id)).toMatchObject({
    status: 'paused',
    runs: [{ status: 'paused' }],
  });
  expect(await countEvents('engagement.started')).toBe(1);
  expect((await control(id, 'resume')).status).toBe(200);
});
