import type { RunStarted } from '@ecp/contract/work/runs';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { insertEngagement } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import {
  type ScriptedEngine,
  startScriptedEngine,
} from '@ecp/testing/scripted-engine/scripted-engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AskingRun,
  oneHourMs,
  startAskingRun,
} from '../../../../testing/questions/asking-run.ts';
import { waitForStored } from '../../../../testing/runs/stored-status.ts';
import { startTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';

/** Runs that wait at once; 1,000 for a measurement. */
const runCount = Number(process.env['WAITING_RUNS'] ?? 10);

/** A database that outlives the platform, which these tests stop and start again. */
let freshDatabase: FreshDatabase;
let engine: ScriptedEngine;
let platform: TestPlatform;
let tenant: TestTenant;

const startPlatform = () =>
  startTestPlatform({ freshDatabase, engineUrl: engine.url, engineToken: engine.token });

beforeAll(async () => {
  freshDatabase = await createFreshDatabase();
  engine = await startScriptedEngine();
  platform = await startPlatform();
});
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});
afterAll(async () => {
  await platform.close();
  await engine.close();
  await freshDatabase.drop();
});

const followersOf = async (runId: string) =>
  (await durableRecords(freshDatabase, 'platform').read()).filter(
    ({ id, kind }) => kind === 'followRun' && id.includes(runId),
  );
/** Waits until nobody follows the run, and returns the work that will. */
async function waitForRest(runId: string) {
  const works = await pollUntil(
    () => followersOf(runId),
    (found) => found.at(-1)?.state === 'delayed' && found.every(({ state }) => state !== 'running'),
    20_000,
  );
  return works.filter(({ state }) => state === 'delayed').at(-1);
}
/** Starts a run, lets it ask and wait, and waits until nobody follows it. */
async function startWaiting(): Promise<AskingRun & { questionId: string }> {
  const asking = await startAskingRun(engine, tenant);
  const questionId = await asking.ask({ waits: true });
  asking.wait();
  await waitForRest(asking.runId);
  return { ...asking, questionId };
}
const taken = ({ run, questionId }: { run: AskingRun['run']; questionId: string }) =>
  pollUntil(
    () => run.answers.get(questionId),
    (answer) => answer !== undefined,
    20_000,
  );

describe('a run of which everything left waits', () => {
  // ASK-12
  test(`holds no request and no place, ${runCount} of them too, and its status and stop work`, async () => {
    await freshDatabase.asSuperuser(
      `update platform.tenants set plan = 'enterprise' where id = $1`,
      [tenant.tenantId],
    );
    const ids: string[] = [];
    for (let index = 0; index < runCount; index += 1) {
      const id = await insertEngagement(platform.database, tenant.tenantId, {});
      const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
      engine
        .run(body.runId)
        .push({ type: 'waiting', until: new Date(Date.now() + oneHourMs).toISOString() });
      ids.push(id);
    }
    const open = async () =>
      (await durableRecords(freshDatabase, 'platform').read())
        .filter(({ kind, state }) => kind === 'followRun' && state !== 'ended')
        .map(({ state }) => state);
    const resting = ids.map(() => 'delayed');
    await pollUntil(open, (states) => states.join() === resting.join());
    await pollUntil(
      () => engine.openRequests,
      (count) => count === 0,
    );
    const [id = ''] = ids;
    expect((await tenant.get(`/api/engagements/${id}/status`)).body).toMatchObject({
      status: 'running',
    });
    expect((await tenant.post(`/api/engagements/${id}/stop`)).body).toMatchObject({
      status: 'failed',
    });
    expect(await tenant.getEngagement(id)).toMatchObject({ status: 'failed' });
    expect(await open()).toEqual(resting);
    expect(engine.openRequests).toBe(0);
  }, 600_000);

  // ASK-11, ASK-12
  test('is followed again at once after an answer, which the engine gets', async () => {
    const { engagementId, run, questionId, answer } = await startWaiting();
    await answer(questionId, 'In Oslo.');
    expect(await taken({ run, questionId })).toEqual({
      answer: 'In Oslo.',
      answeredBy: expect.any(String),
    });
    run.complete();
    await waitForStored(freshDatabase, engagementId, 'completed');
  });

  // ASK-12
  test('is followed until it ends if the wait is applied only after the engine has the answer', async () => {
    const { engagementId, run, ask, wait, answer } = await startAskingRun(engine, tenant);
    const questionId = await ask({ waits: true });
    const { release } = engine.hold(({ url }) => url.includes('/events?'));
    // The first follower's next call is on its way while the engine gets the answer.
    const calls = () =>
      engine.calls.filter(({ url }) => url.includes(`${run.request.runId}/events?`)).length;
    const before = calls();
    run.push({ type: 'log', message: 'One task waits' });
    await pollUntil(calls, (count) => count > before);
    wait();
    await answer(questionId);
    await taken({ run, questionId });
    await pollUntil(
      () => followersOf(run.request.runId),
      (works) => works.some(({ id, state }) => id.endsWith(':1') && state === 'running'),
    );
    release();
    await pollUntil(
      () => followersOf(run.request.runId),
      (works) => works.length === 2 && works[0]?.state === 'ended' && works[1]?.state === 'running',
    );
    run.complete();
    await waitForStored(freshDatabase, engagementId, 'completed');
  });

  // ASK-12
  test('is followed again when the wait is over', async () => {
    const { engagementId, run, ask } = await startAskingRun(engine, tenant);
    const questionId = await ask({ waits: true });
    run.push({ type: 'waiting', until: new Date(Date.now() + oneHourMs).toISOString() });
    const work = await waitForRest(run.request.runId);
    expect((work?.waitMs ?? 0) / oneHourMs).toBeCloseTo(1, 2);
    run.push({ type: 'question_assumed', questionId });
    run.complete();
    await durableRecords(freshDatabase, 'platform').wake(work?.id ?? '');
    await waitForStored(freshDatabase, engagementId, 'completed');
  });

  // ASK-12
  test('rests again when only one of two answers has come', async () => {
    const { engagementId, runId, run, ask, wait, answer } = await startAskingRun(engine, tenant);
    const [first, second] = [await ask({ waits: true }), await ask({ waits: true })];
    wait();
    await waitForRest(runId);
    await answer(first);
    await taken({ run, questionId: first });
    // A wait that the engine announces before the run is followed anew counts as over.
    await pollUntil(
      () => followersOf(runId),
      (works) => works.length === 3,
    );
    run.push({ type: 'log', message: 'One task goes on' });
    wait();
    await waitForRest(runId);
    await answer(second);
    await taken({ run, questionId: second });
    run.complete();
    await waitForStored(freshDatabase, engagementId, 'completed');
  });

  // ASK-12
  test('is followed after a pause and when somebody else has applied a new event', async () => {
    const first = await startWaiting();
    expect((await tenant.post(`/api/engagements/${first.engagementId}/pause`)).status).toBe(200);
    expect((await tenant.post(`/api/engagements/${first.engagementId}/resume`)).status).toBe(200);
    first.run.complete();
    await waitForStored(freshDatabase, first.engagementId, 'completed');

    const second = await startWaiting();
    second.run.push({ type: 'log', message: 'It goes on' });
    await tenant.get(`/api/engagements/${second.engagementId}/status`);
    second.run.complete();
    await waitForStored(freshDatabase, second.engagementId, 'completed');
  });

  // ASK-10
  test('holds up the erasure of its tenant no longer than others', async () => {
    const { runId } = await startWaiting();
    await platform.services.durable.eraseTenantWork(tenant.tenantId);
    // Ended ones have an id only, for ten minutes.
    expect((await followersOf(runId)).filter(({ state }) => state !== 'ended')).toEqual([]);
  });

  test('is followed after a pause whose events could not be read', async () => {
    const { engagementId, run } = await startWaiting();
    const cut = engine.interfere(({ url }) =>
      url.includes('/events?') ? { kind: 'cut' } : undefined,
    );
    expect((await tenant.post(`/api/engagements/${engagementId}/pause`)).status).toBe(200);
    cut();
    await waitForStored(freshDatabase, engagementId, 'paused');
    run.push({ type: 'status', status: 'running', error: null });
    run.complete();
    await waitForStored(freshDatabase, engagementId, 'completed');
  });
});

describe('an answer', () => {
  // ASK-11
  test('reaches the engine once it answers, and is no trouble to a run that is over or unknown there', async () => {
    const away = await startWaiting();
    await engine.goDown();
    expect((await away.answer(away.questionId)).status).toBe(200);
    await engine.comeBack();
    await taken(away);

    const over = await startWaiting();
    over.run.complete();
    await tenant.get(`/api/engagements/${over.engagementId}/status`);
    await over.answer(over.questionId);
    const lost = await startWaiting();
    await platform.services.engine.eraseEngagement(tenant.tenantId, lost.engagementId, []);
    await lost.answer(lost.questionId);
    const records = durableRecords(freshDatabase, 'platform');
    for (const { engagementId, questionId } of [over, lost]) {
      await pollUntil(
        () => records.find(`tellEngineAnswer:${engagementId}:${questionId}`),
        (work) => work?.state === 'ended',
      );
    }
    expect(over.run.answers.size).toBe(0);
  });

  // ASK-11, ASK-12
  test.each(['cut', 'lose_answer'] as const)(
    'reaches the engine from the next process if this one ends in between, and counts once: %s',
    async (kind) => {
      const { engagementId, runId, run, questionId, answer } = await startWaiting();
      const called = () =>
        engine.calls.filter(({ url }) => url.includes(`/questions/${questionId}`)).length;
      const end = engine.interfere(({ url }) =>
        url.includes(`/questions/${questionId}`) ? { kind } : undefined,
      );
      expect((await answer(questionId)).status).toBe(200);
      await pollUntil(called, (count) => count > 0);
      await platform.close();
      end();
      platform = await startPlatform();
      expect((await taken({ run, questionId }))?.answer).toBe('In Oslo.');
      await pollUntil(
        () => followersOf(runId),
        (works) => works.some(({ state }) => state === 'running'),
        20_000,
      );
      run.complete();
      await waitForStored(freshDatabase, engagementId, 'completed');
    },
  );
});
