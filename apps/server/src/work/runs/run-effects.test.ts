import type { RunQuality, RunStarted } from '@ecp/contract/work/runs';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oneHourMs, startAskingRun } from '../../../testing/questions/asking-run.ts';
import type { ScriptedEvent, ScriptedRun } from '../../../testing/scripted-engine/scripted-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { emitEvent } from '../../engine/kernel/events.ts';
import { createRunEffects } from './run-effects.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  platform.engine.onStart(undefined);
  tenant = await createTestTenant(platform);
});

async function startRun(fields: Record<string, unknown> = {}) {
  const { id } = await tenant.createEngagement(fields);
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  return { id, runId: body.runId, run: await platform.engine.waitForRun(body.runId) };
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

/** Reads how many events of a run are stored. */
async function countEvents(runId: string): Promise<number> {
  const sql = 'select count(*)::integer as count from engine.events where run_id = $1';
  const [row] = await platform.asSuperuser<{ count: number }>(sql, [runId]);
  return row?.count ?? 0;
}

const scoreOfA: ScriptedEvent<'score'> = {
  type: 'score',
  taskId: 'a',
  taskName: 'A',
  score: 80,
  rubricType: 'strategy',
  rubricVersion: 1,
  feedback: 'Clear.',
  criteria: [],
};

describe('an event and its effect', () => {
  // DEL-3, RUN-18, WEB-16
  test('are stored once each, although ten executions of a step store them at the same time', async () => {
    const { id, runId, run } = await startRun(twoTasks);
    const { database } = platform.services;
    const effects = createRunEffects(Promise.resolve(platform.services));
    const emit = () => emitEvent({ database, effects }, run, 'score:a', scoreOfA);
    await Promise.all(Array.from({ length: 10 }, emit));
    expect(await countRows(runId)).toMatchObject({ scores: 1, events: 2 });
    run.push({ type: 'status', status: 'completed', error: null });
    expect(await tenant.waitForEnd(id)).toMatchObject({ status: 'completed' });
  });

  test('of a whole run are there when its end is', async () => {
    const { id, runId, run } = await startRun(twoTasks);
    run.complete();
    const { deliverables } = await tenant.waitForEnd(id);
    expect(deliverables.map(({ version }) => version)).toEqual([1, 1]);
    expect(await countRows(runId)).toEqual(onceEach);
  });

  // RUN-18
  test('are both lost when the effect fails, and both there the next time', async () => {
    const { runId, run } = await startRun(twoTasks);
    const { database } = platform.services;
    const effects = createRunEffects(Promise.resolve(platform.services));
    const before = { rows: await countRows(runId), events: await countEvents(runId) };
    const dying: typeof effects = {
      async apply(...args) {
        await effects.apply(...args);
        throw new Error('The process died');
      },
    };
    const emit = (applied: typeof effects) =>
      emitEvent({ database, effects: applied }, run, 'score:a', scoreOfA);
    await expect(emit(dying)).rejects.toThrow('The process died');
    expect({ rows: await countRows(runId), events: await countEvents(runId) }).toEqual(before);
    await emit(effects);
    expect(await countEvents(runId)).toBe(before.events + 1);
    expect(await countRows(runId)).toMatchObject({ scores: 1 });
  });

  // ASK-4, ASK-11
  test('lock in one order with the answers of people, so that none of them fails', async () => {
    const { run, ask, answer } = await startAskingRun(platform.engine, tenant);
    const ids: string[] = [];
    for (let number = 0; number < 8; number += 1) ids.push(await ask({ waits: true }));
    const document = { type: 'deliverable', taskId: 'a', filename: 'a.md', wordCount: 1 } as const;
    for (let number = 0; number < 20; number += 1)
      run.push({ ...document, content: `${number}\n` });
    const answers = await Promise.all(ids.map((id) => answer(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await run.stored();
  });

  test('do not fail when the engagement is deleted', async () => {
    const { id, run } = await startRun(twoTasks);
    await tenant.post(`/api/engagements/${id}/stop`);
    expect((await tenant.delete(`/api/engagements/${id}`)).status).toBe(200);
    run.push({ type: 'deliverable', taskId: 'a', filename: 'a.md', wordCount: 1, content: 'A\n' });
    await run.stored();
  });
});

// RUN-1, RUN-9
test('a pause keeps the snapshot of the run until it resumes', async () => {
  const { id } = await startRun(twoTasks);
  await tenant.post(`/api/engagements/${id}/pause`);
  const paused = await tenant.getEngagement(id);
  expect(paused.status).toBe('paused');
  expect(paused.runs[0]?.pauseSnapshot).toMatchObject({ lastEvent: 2, estimatedCost: 0 });
  await tenant.post(`/api/engagements/${id}/resume`);
  expect(await tenant.getEngagement(id)).toMatchObject({
    status: 'running',
    runs: [{ pauseSnapshot: null }],
  });
});

// FOL-3
test('the stored state is the answer while no engine is running, and the run goes on afterwards', async () => {
  const { id, run } = await startRun(twoTasks);
  const cost = { estimated_cost: 0.25, input_tokens: 10, output_tokens: 10, steps: 7 };
  run.push({ type: 'cost', ...cost, cached_input_tokens: 0 });
  await run.stored();
  await platform.engine.goDown();
  const { body } = await tenant.get(`/api/engagements/${id}/status`);
  await platform.engine.comeBack();
  expect(body).toMatchObject({ status: 'running', estimated_cost: 0.25, steps: 7 });
  run.complete();
  expect(await tenant.waitForEnd(id)).toMatchObject({ status: 'completed' });
});

test('a failed run keeps its deliverables, and its engagement fails with the engine’s reason', async () => {
  const { id, run } = await startRun(twoTasks);
  run.push({ type: 'deliverable', taskId: 'a', filename: 'a.md', wordCount: 1, content: 'Done\n' });
  const exhausted = {
    error: 'Budget exhausted: spent $5.00 of $5.00',
    failureReason: 'budget_exhausted',
  } as const;
  run.push({ type: 'status', status: 'failed', ...exhausted });
  const detail = await tenant.waitForEnd(id);
  expect(detail.runs).toMatchObject([{ status: 'failed', ...exhausted }]);
  expect(detail.deliverables).toMatchObject([{ filename: 'a.md', content: 'Done\n', version: 1 }]);
  const events = await platform.asSuperuser(
    `select data from platform.outbox_events where event = 'engagement.failed' and tenant_id = $1`,
    [tenant.tenantId],
  );
  expect(events).toHaveLength(1);
});

test('a character that Postgres cannot store, or a score beyond the scale, stops nothing', async () => {
  const { id, runId, run } = await startRun(twoTasks);
  const content = 'A\0B \\u0000\n';
  run.push({ type: 'deliverable', taskId: 'a', filename: 'a.md', wordCount: 1, content });
  run.push({ ...scoreOfA, score: 101, feedback: '\0' });
  run.push({ type: 'status', status: 'completed', error: null });
  const { deliverables } = await tenant.waitForEnd(id);
  expect(deliverables).toMatchObject([{ content: 'AB \\u0000\n' }]);
  const sql = 'select score from platform.quality_scores where run_id = $1';
  expect(await platform.asSuperuser(sql, [runId])).toEqual([{ score: 100 }]);
});

// QUA-7
test('a task without a score is listed with the reason until it has one, also in a rerun', async () => {
  const { id, runId, run } = await startRun(twoTasks);
  const qualityOf = async (query = '') =>
    (await tenant.get<RunQuality>(`/api/engagements/${id}/quality${query}`)).body.unscored;
  expect(await qualityOf()).toEqual([]);
  const unscoredTask = (taskId: string, reason: string) => ({
    taskId,
    taskName: taskId.toUpperCase(),
    reason,
  });
  run.push({ type: 'unscored', ...unscoredTask('a', 'No model could evaluate it') });
  run.push({ type: 'unscored', ...unscoredTask('b', 'The budget was used up') });
  expect(await qualityOf()).toEqual([
    unscoredTask('a', 'No model could evaluate it'),
    unscoredTask('b', 'The budget was used up'),
  ]);

  run.push(scoreOfA);
  run.push({ type: 'deliverable', taskId: 'b', filename: 'b.md', wordCount: 1, content: 'Done\n' });
  run.push({ type: 'status', status: 'completed', error: null });
  expect(await qualityOf()).toEqual([unscoredTask('b', 'The budget was used up')]);

  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/deliverables/b.md/rerun`);
  const rerun = await platform.engine.waitForRun(body.runId);
  rerun.push({ ...scoreOfA, taskId: 'b', taskName: 'B' });
  expect(await qualityOf()).toEqual([]);
  expect(await qualityOf(`?runId=${runId}`)).toEqual([unscoredTask('b', 'The budget was used up')]);
  rerun.push({ type: 'status', status: 'completed', error: null });
  await tenant.waitForEnd(id);
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
  const rerun = await platform.engine.waitForRun(body.runId);
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

describe('a run of which everything left waits', () => {
  const startWaiting = async () => {
    const asking = await startAskingRun(platform.engine, tenant);
    const questionId = await asking.ask({ waits: true });
    asking.wait(oneHourMs);
    await asking.run.stored();
    return { ...asking, questionId };
  };
  /** Tells whether the run goes on at once, and how often its log has the answer. */
  const readWaking = async (runId: string, questionId: string) => {
    const [run] = await platform.asSuperuser<{ goesOn: boolean; lines: number }>(
      `select coalesce(wakes_at <= now(), false) as "goesOn",
          (select count(*)::integer from engine.events where run_id = $1 and event_key = 'log:answered:' || $2) as lines
        from engine.runs where id = $1`,
      [runId, questionId],
    );
    return run;
  };

  // ASK-12
  test('has its status, and stops', async () => {
    const { engagementId } = await startWaiting();
    const path = `/api/engagements/${engagementId}`;
    expect((await tenant.get(`${path}/status`)).body).toMatchObject({ status: 'running' });
    expect((await tenant.post(`${path}/stop`)).body).toMatchObject({ status: 'failed' });
    expect(await tenant.getEngagement(engagementId)).toMatchObject({ status: 'failed' });
  });

  // ASK-11
  test('gets an answer that is given while no engine is running', async () => {
    const { engagementId, runId, run, questionId, answer } = await startWaiting();
    await platform.engine.goDown();
    expect(await readWaking(runId, questionId)).toEqual({ goesOn: false, lines: 0 });
    expect((await answer(questionId, 'In Oslo.')).status).toBe(200);
    expect(await readWaking(runId, questionId)).toEqual({ goesOn: true, lines: 1 });
    await platform.engine.comeBack();
    run.complete();
    expect(await tenant.waitForEnd(engagementId)).toMatchObject({ status: 'completed' });
  });

  // ASK-11
  test('gets no answer once it is over, and the answer is kept for people', async () => {
    const { run, runId, questionId, answer, list } = await startWaiting();
    run.complete();
    await run.stored();
    expect((await answer(questionId, 'In Oslo.')).status).toBe(200);
    expect(await readWaking(runId, questionId)).toEqual({ goesOn: false, lines: 0 });
    expect(await list()).toMatchObject([{ status: 'answered', answer: 'In Oslo.' }]);
  });
});
