import type { RunQuality, RunStarted } from '@ecp/contract/work/runs';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import type { ScriptedRun } from '@ecp/testing/scripted-engine/scripted-engine';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { dieBeforeCommit } from '../../../../testing/die-before-commit.ts';
import { readStoredStatus } from '../../../../testing/runs/stored-status.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';
import { createEngineClient } from '../../../material/engine-client/engine-client-http.ts';
import { syncRun } from './follower.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const isFollowing = ({ url }: { url: string }) => url.includes('waitMs=25000');

/**
 * Starts a run without a follower, so that the test reads its events. The follower starts the run,
 * too, and would start one anew that the test removes from the engine, so this resolves once the
 * follower has begun to follow.
 */
async function startUnfollowed(fields: Record<string, unknown> = {}) {
  const keepFollowerOut = platform.engine.interfere((call) =>
    isFollowing(call) ? { kind: 'cut' } : undefined,
  );
  onTestFinished(() => void keepFollowerOut());
  const { id } = await tenant.createEngagement(fields);
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  const isOwn = (call: { url: string }) => isFollowing(call) && call.url.includes(body.runId);
  await pollUntil(
    async () => platform.engine.calls.some(isOwn),
    (begun) => begun,
  );
  const reference = { tenantId: tenant.tenantId, runId: body.runId };
  return {
    id,
    runId: body.runId,
    reference,
    run: platform.engine.run(body.runId),
    keepFollowerOut,
  };
}

async function countRows(runId: string) {
  const [row] = await platform.asSuperuser<Record<string, number>>(
    `select (select count(*) from platform.deliverables where run_id = $1) as deliverables,
      (select count(*) from platform.quality_scores where run_id = $1) as scores,
      (select count(*) from platform.library_entries l join platform.runs r using (engagement_id) where r.id = $1)
        as library,
      (select count(*) from platform.outbox_events where data->>'runId' = $1) as events`,
    [runId],
  );
  const works = await durableRecords(platform, 'platform').read();
  const mails = works.filter(({ id, kind }) => kind === 'sendMail' && id.endsWith(runId)).length;
  return { ...row, mails };
}
/**
 * The effects of a run of two tasks: two deliverables and two scores, the report, and started,
 * completed and four more events.
 */
const onceEach = { deliverables: 3, scores: 2, library: 1, events: 6, mails: 2 };
const twoTasks = {
  tasks: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ],
};

// DEL-3, RUN-18, WEB-16
test('applies every event once although ten callers read them at the same time', async () => {
  const { id, runId, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  run.complete();
  const states = await Promise.all(
    Array.from({ length: 10 }, () => syncRun(platform.services, reference)),
  );
  keepFollowerOut();
  expect(states).toEqual(Array(10).fill('completed'));
  expect(await countRows(runId)).toEqual(onceEach);
  const { deliverables } = await tenant.getEngagement(id);
  expect(deliverables.map(({ version }) => version)).toEqual([1, 1]);
  await syncRun(platform.services, reference);
  expect(await countRows(runId)).toEqual(onceEach);
});

test('applies no event of a page whose transaction is lost, and all of them the next time', async () => {
  const { runId, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  run.complete();
  // Fails after everything was written and before the commit.
  const dying = dieBeforeCommit(platform.services);
  await expect(syncRun(dying, reference)).rejects.toThrow('The process died');
  expect(await countRows(runId)).toEqual({
    deliverables: 0,
    scores: 0,
    library: 0,
    events: 1,
    mails: 1,
  });
  expect(await syncRun(platform.services, reference)).toBe('completed');
  keepFollowerOut();
  expect(await countRows(runId)).toEqual(onceEach);
});

test('keeps the applied events when the engine fails between pages', async () => {
  const { runId, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  for (let line = 0; line < 250; line += 1) run.push({ type: 'log', message: `Line ${line}` });
  run.complete();
  let pages = 0;
  const breakOff = platform.engine.interfere(({ url }) => {
    if (!url.includes(`${runId}/events`) || url.includes('waitMs=25000')) return undefined;
    pages += 1;
    return pages === 2 ? { kind: 'cut' } : undefined;
  });
  await expect(syncRun(platform.services, reference)).rejects.toThrow(
    'The engine could not be reached',
  );
  const cursor = () =>
    platform.asSuperuser<{ event_cursor: number }>(
      'select event_cursor from platform.runs where id = $1',
      [runId],
    );
  expect(await cursor()).toEqual([{ event_cursor: 200 }]);
  expect(await syncRun(platform.services, reference)).toBe('completed');
  breakOff();
  keepFollowerOut();
  expect(await cursor()).toEqual([{ event_cursor: run.events.length }]);
  expect(await countRows(runId)).toEqual(onceEach);
});

// FOL-3
test('status shows the events that were applied before the engine failed', async () => {
  const { id, runId, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  run.push({
    type: 'cost',
    estimated_cost: 0.25,
    input_tokens: 10,
    output_tokens: 10,
    cached_input_tokens: 0,
    steps: 7,
  });
  for (let line = 0; line < 250; line += 1) run.push({ type: 'log', message: `Line ${line}` });
  const breakOff = platform.engine.interfere(({ url }) =>
    url.startsWith(`/runs/${runId}/events?after=200&`) ? { kind: 'cut' } : undefined,
  );
  const { body } = await tenant.get(`/api/engagements/${id}/status`);
  breakOff();
  keepFollowerOut();
  expect(body).toMatchObject({ status: 'running', estimated_cost: 0.25, steps: 7 });
});

test('requests fewer events when a page is too large', async () => {
  const { runId, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  for (let line = 0; line < 40; line += 1) run.push({ type: 'log', message: 'x'.repeat(10_000) });
  run.complete();
  const { url, token } = platform.engine;
  const engine = createEngineClient({ url, token, maxAnswerBytes: 100_000 });
  expect(await syncRun({ ...platform.services, engine }, reference)).toBe('completed');
  const tooSmall = createEngineClient({ url, token, maxAnswerBytes: 10 });
  const reading = tooSmall.listEvents(tenant.tenantId, runId, { after: 0, limit: 1, waitMs: 0 });
  await expect(reading).rejects.toMatchObject({
    message: 'The engine sent a response that is too large',
    status: null,
  });
  await Promise.all([engine.close(), tooSmall.close()]);
  keepFollowerOut();
  expect(await countRows(runId)).toEqual(onceEach);
});

// RUN-1, RUN-9
test('stores the snapshot of a pause and deletes it when the run resumes', async () => {
  const { id, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  run.push({ type: 'status', status: 'paused', error: null });
  expect(await syncRun(platform.services, reference)).toBe('paused');
  const paused = await tenant.getEngagement(id);
  expect(paused.status).toBe('paused');
  expect(paused.runs[0]?.pauseSnapshot).toMatchObject({
    tasks: [{ id: 'a' }, { id: 'b' }],
    lastEvent: 2,
  });
  run.push({ type: 'status', status: 'running', error: null });
  expect(await syncRun(platform.services, reference)).toBe('running');
  keepFollowerOut();
  expect((await tenant.getEngagement(id)).runs[0]?.pauseSnapshot).toBeNull();
});

// RUN-25
test('fails a run that the engine has lost, once no engine has it in the database and it is stopped there', async () => {
  const { id, runId, reference, keepFollowerOut } = await startUnfollowed();
  await platform.services.engine.eraseEngagement(tenant.tenantId, id, []);
  await platform.asSuperuser(
    `insert into engine.runs (id, tenant_id, engagement_id, status, input) values ($1, $2, $3, 'running', '{}')`,
    [runId, tenant.tenantId, id],
  );
  const sync = () => syncRun(platform.services, reference);
  await expect(sync()).rejects.toThrow('The engine does not find a run that the database has');
  await platform.asSuperuser('delete from engine.runs where id = $1', [runId]);
  const noStop = platform.engine.interfere(({ url }) =>
    url.endsWith('/stop') ? { kind: 'cut' } : undefined,
  );
  await expect(sync()).rejects.toThrow('The engine could not be reached');
  noStop();
  expect(await readStoredStatus(platform, id)).toBe('running');
  expect(await sync()).toBe('failed');
  expect(platform.engine.calls.filter(({ url }) => url === `/runs/${runId}/stop`)).toHaveLength(2);
  keepFollowerOut();
  expect(await tenant.getEngagement(id)).toMatchObject({
    status: 'failed',
    runs: [{ error: 'The engine has lost the run', failureReason: 'engine_lost' }],
  });
});

test('keeps the deliverables of a failed run, and its engagement fails with the engine’s reason', async () => {
  const { id, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  run.push({ type: 'deliverable', taskId: 'a', filename: 'a.md', wordCount: 1, content: 'Done\n' });
  const exhausted = {
    error: 'Budget exhausted: spent $5.00 of $5.00',
    failureReason: 'budget_exhausted',
  } as const;
  run.push({ type: 'status', status: 'failed', ...exhausted });
  expect(await syncRun(platform.services, reference)).toBe('failed');
  keepFollowerOut();
  const detail = await tenant.getEngagement(id);
  expect(detail.runs).toMatchObject([{ status: 'failed', ...exhausted }]);
  expect(detail.deliverables).toMatchObject([{ filename: 'a.md', content: 'Done\n', version: 1 }]);
  const events =
    await platform.asSuperuser(`select data from platform.outbox_events where event = 'engagement.failed'
    and tenant_id = '${tenant.tenantId}'`);
  expect(events).toHaveLength(1);
});

test('is not blocked by a character that Postgres cannot store, or a score beyond the scale', async () => {
  const { id, runId, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  run.push({
    type: 'deliverable',
    taskId: 'a',
    filename: 'a.md',
    wordCount: 1,
    content: 'A\0B \\u0000\n',
  });
  const rubric = { rubricType: 'strategy', rubricVersion: 1, feedback: '\0', criteria: [] };
  run.push({ type: 'score', taskId: 'a', taskName: 'A', score: 101, ...rubric });
  run.push({ type: 'status', status: 'completed', error: null });
  expect(await syncRun(platform.services, reference)).toBe('completed');
  keepFollowerOut();
  expect((await tenant.getEngagement(id)).deliverables).toMatchObject([
    { content: 'AB \\u0000\n' },
  ]);
  const scores = await platform.asSuperuser(
    'select score from platform.quality_scores where run_id = $1',
    [runId],
  );
  expect(scores).toEqual([{ score: 100 }]);
});

// QUA-7
test('lists a task without a score with the reason until it has one, also in a rerun', async () => {
  const { id, runId, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  const qualityOf = async (query = '') =>
    (await tenant.get<RunQuality>(`/api/engagements/${id}/quality${query}`)).body.unscored;
  expect(await qualityOf()).toEqual([]);
  const left = (taskId: string, reason: string) => ({
    taskId,
    taskName: taskId.toUpperCase(),
    reason,
  });
  run.push({ type: 'unscored', ...left('a', 'No model could evaluate it') });
  run.push({ type: 'unscored', ...left('b', 'The budget was used up') });
  await syncRun(platform.services, reference);
  expect(await qualityOf()).toEqual([
    left('a', 'No model could evaluate it'),
    left('b', 'The budget was used up'),
  ]);

  const rubric = { rubricType: 'strategy', rubricVersion: 1, feedback: 'Clear.', criteria: [] };
  run.push({ type: 'score', taskId: 'a', taskName: 'A', score: 80, ...rubric });
  run.push({ type: 'deliverable', taskId: 'b', filename: 'b.md', wordCount: 1, content: 'Done\n' });
  run.push({ type: 'status', status: 'completed', error: null });
  await syncRun(platform.services, reference);
  expect(await qualityOf()).toEqual([left('b', 'The budget was used up')]);

  const { body: rerun } = await tenant.post<RunStarted>(
    `/api/engagements/${id}/deliverables/b.md/rerun`,
  );
  platform.engine
    .run(rerun.runId)
    .push({ type: 'score', taskId: 'b', taskName: 'B', score: 80, ...rubric });
  await syncRun(platform.services, { ...reference, runId: rerun.runId });
  keepFollowerOut();
  expect(await qualityOf()).toEqual([]);
  expect(await qualityOf(`?runId=${runId}`)).toEqual([left('b', 'The budget was used up')]);
  platform.engine.run(rerun.runId).push({ type: 'status', status: 'completed', error: null });
  await tenant.waitForEnd(id);
});

test('does not fail when the engagement is deleted', async () => {
  const { id, reference, run, keepFollowerOut } = await startUnfollowed(twoTasks);
  await tenant.post(`/api/engagements/${id}/stop`);
  expect((await tenant.delete(`/api/engagements/${id}`)).status).toBe(200);
  expect(await syncRun(platform.services, reference)).toBeNull();
  keepFollowerOut();
  await pollUntil(
    () => durableRecords(platform, 'platform').find(`followRun:${run.request.runId}`),
    (work) => work?.state === 'ended',
  );
});

// DEL-3, REV-7, REV-8, REV-9, REV-10, REV-12
test('a rerun makes the next version and sends the notes to the engine', async () => {
  platform.engine.onStart((started: ScriptedRun) => started.complete());
  const { id } = await tenant.createEngagement(twoTasks);
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  const path = `/api/engagements/${id}/deliverables/b.md`;
  for (const [action, notes] of [
    ['approve', 'Fine'],
    ['reject', 'Not fine'],
    ['request_revision', 'Shorter'],
  ]) {
    await tenant.post(`${path}/review`, { action, notes });
  }
  platform.engine.onStart(undefined);
  const { status, body } = await tenant.post<RunStarted>(`${path}/rerun`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'running', message: 'Rerun started' });
  const rerun = platform.engine.run(body.runId);
  rerun.complete();
  const detail = await tenant.waitForEnd(id);
  const { request } = rerun;
  expect(request.rerunTaskId).toBe('b');
  expect(request.previous.find(({ taskId }) => taskId === 'b')?.reviewNotes).toEqual([
    'Not fine',
    'Shorter',
  ]);
  expect(detail.status).toBe('completed');
  const versions = detail.deliverables
    .map(({ filename, version }) => `${filename} ${version}`)
    .sort();
  expect(versions).toEqual(['a.md 1', 'b.md 1', 'b.md 2']);
  const latest = detail.deliverables.find(({ version }) => version === 2);
  expect(latest?.approvalStatus).toBe('pending_review');
  for (const missing of ['none.md', '_run_report.md']) {
    const answer = await tenant.post(`/api/engagements/${id}/deliverables/${missing}/rerun`);
    expect([answer.status, answer.body['error']]).toEqual([404, 'Not found']);
  }
});
