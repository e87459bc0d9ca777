import type { RunControlled, RunStarted } from '@ecp/contract/work/runs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
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
  return { id, runId: body.runId, run: await platform.engine.waitForRun(body.runId) };
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
    const { runs } = await tenant.getEngagement(id);
    (await platform.engine.waitForRun(runs[0]?.id ?? '')).complete();
    await tenant.waitForEnd(id);
  }
  const refused = await control(id, verb);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ error: message, code: `cannot_${verb}` });
});

/** Reads the stream of an engagement up to its first event, and leaves it. */
async function readFirstEvent(id: string): Promise<string> {
  const response = await fetch(`${platform.baseUrl}/api/engagements/${id}/stream`, {
    headers: { cookie: tenant.cookie },
  });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes('data: ')) break;
  }
  return text;
}

// FOL-3, FOL-5, FOL-12, RUN-15
test.each(['stop', 'pause', 'resume'])(
  'without an engine, %s changes nothing, and the stored state can be read',
  async (verb) => {
    const { id } = await startRun();
    if (verb === 'resume') await control(id, 'pause');
    const before = (await tenant.getEngagement(id)).status;
    await platform.engine.goDown();
    try {
      const failed = await control(id, verb);
      expect(failed.status).toBe(502);
      expect(failed.body).toMatchObject({
        error: 'Engine error: no engine is running',
        code: 'engine_error',
      });
      const unchanged = await tenant.getEngagement(id);
      expect(unchanged).toMatchObject({ status: before, runs: [{ status: before }] });
      const status = await tenant.get(`/api/engagements/${id}/status`);
      expect(status.body).toMatchObject({ engagementId: id, status: before });
      const logs = await tenant.get(`/api/engagements/${id}/logs`);
      expect(logs.body).toEqual({ logs: [], entries: [], total: 0, status: before });
      expect(await readFirstEvent(id)).toContain('"status":"running"');
    } finally {
      await platform.engine.comeBack();
    }
    expect((await control(id, verb)).status).toBe(200);
  },
);

// RUN-12
test('a stop after the end is refused with the present status', async () => {
  const { id, run } = await startRun();
  run.complete();
  await run.stored();
  const late = await control(id, 'stop');
  const { status } = await tenant.waitForEnd(id);
  expect(status).toBe('completed');
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({
    error: 'Cannot stop: the engagement is completed, not running or paused',
  });
  expect(await countEvents('engagement.failed')).toBe(0);
});

/** Makes ten calls of a verb that all find the run in the state before. */
async function controlTenTimes(id: string, runId: string, verb: string) {
  const lockRun = 'select from engine.runs where id = $1 for update';
  const answers = await holdLocks(platform, [lockRun, runId], async () => {
    const calls = Array.from({ length: 10 }, () => control(id, verb));
    await pollLockWaits(platform, calls.length);
    return calls;
  });
  return Promise.all(answers);
}

// RUN-12, AUD-2
test.each([
  ['pause', 'Cannot pause: the engagement is paused, not running'],
  ['resume', 'Cannot resume: the engagement is running, not paused'],
  ['stop', 'Cannot stop: the engagement is failed, not running or paused'],
])('one of ten parallel calls to %s succeeds and is audited', async (verb, message) => {
  const { id, runId } = await startRun();
  if (verb === 'resume') await control(id, 'pause');
  const answers = await controlTenTimes(id, runId, verb);
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
  const { id, runId, run } = await startRun();
  await controlTenTimes(id, runId, 'stop');
  run.push({ type: 'deliverable', taskId: 'a', filename: 'a.md', wordCount: 1, content: 'Late\n' });
  run.push({ type: 'status', status: 'completed', error: null });
  await run.stored();
  await tenant.get(`/api/engagements/${id}/status`);
  const detail = await tenant.getEngagement(id);
  expect(detail).toMatchObject({ status: 'failed', runs: [stoppedByUser], deliverables: [] });
  expect(await countEvents('engagement.failed')).toBe(1);
  expect(await countEvents('engagement.completed')).toBe(0);
});
