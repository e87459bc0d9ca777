import { openDatabase } from '@ecp/database/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { plainUsage } from '../models/catalog.ts';
import { reserveCall, settleCall } from './budget.ts';
import { lookUpCall, recordCallFailure } from './make-call.ts';

let engine: TestEngine;
let database: ReturnType<typeof openDatabase>;
const tenantId = 'tenant-a';
const ending = { outcome: 'failed' as const, message: 'The provider refuses the key' };

beforeAll(async () => {
  engine = await startTestEngine();
  database = openDatabase({ url: engine.url, maxConnections: 2 });
});
afterAll(async () => {
  await database.close();
  await engine.close();
});

/**
 * Returns an ended run that is set back to running: it accepts calls, and no workflow makes any.
 */
async function openRun() {
  const request = runRequest();
  await engine.startRun(request);
  await engine.eventsUntil(request.runId, isOver);
  await setStatus(request.runId, 'running');
  const call = {
    tenantId,
    runId: request.runId,
    engagementId: request.engagement.id,
    callKey: 'extra/draft',
    attempt: 1,
  };
  const rest = {
    taskId: null,
    purpose: 'draft',
    agentSlug: 'a',
    model: 'm',
    executorId: 'dead-1',
    worstCaseNanoUsd: 500,
    promptSha256: null,
    dayLimitNanoUsd: null,
  };
  return { ...call, ...rest, callId: `call-of-${request.runId}` };
}

const setStatus = (runId: string, status: string) =>
  engine.asSuperuser('update engine.runs set status = $2 where id = $1', [runId, status]);
const answered = {
  status: 'settled' as const,
  answer: 'A draft',
  costNanoUsd: 7,
  savedNanoUsd: 0,
  ...plainUsage(1, 1),
};

describe('a call that is executed again', () => {
  it('gets its stored answer, even if the run has been paused or has ended since', async () => {
    const call = await openRun();
    expect(await lookUpCall(database, call)).toMatchObject({ state: 'open', attempts: 0 });
    await reserveCall(database, call);
    expect(await settleCall(database, tenantId, call.callId, answered)).toBe('settled');
    for (const status of ['running', 'paused', 'failed']) {
      await setStatus(call.runId, status);
      expect(await lookUpCall(database, call)).toEqual({
        state: 'answered',
        answer: 'A draft',
        cut: false,
        costNanoUsd: 7,
      });
    }
  });

  it('gets the outcome that was recorded first, whatever was recorded later', async () => {
    const call = await openRun();
    await recordCallFailure(database, call, ending);
    await recordCallFailure(database, call, {
      outcome: 'exhausted',
      reason: 'budget_exhausted',
      message: 'Budget exhausted',
    });
    expect(await lookUpCall(database, call)).toEqual({ state: 'ended', ending });
    // A call of a task that is known to have no further records is not looked up.
    expect(await reserveCall(database, call)).toEqual({ outcome: 'recorded' });
  });

  it('settles the attempt of a dead process at the worst case; that process learns it when it settles', async () => {
    const call = await openRun();
    await reserveCall(database, call);
    expect(await reserveCall(database, { ...call, callId: `${call.callId}-2` })).toEqual({
      outcome: 'recorded',
    });
    expect(await lookUpCall(database, call)).toMatchObject({ state: 'open', attempts: 1 });
    expect(await settleCall(database, tenantId, call.callId, answered)).toBe('unknown');
    const [row] = await engine.asSuperuser<{ cost: number }>(
      'select cost_nano_usd::integer as cost from engine.model_calls where id = $1',
      [call.callId],
    );
    expect(row?.cost).toBe(500);
  });

  it('is stopped if its run has ended or does not exist, and no outcome of a missing run is stored', async () => {
    const call = await openRun();
    await setStatus(call.runId, 'completed');
    expect(await lookUpCall(database, call)).toEqual({ state: 'stopped' });
    const gone = { ...call, runId: 'never-was' };
    await recordCallFailure(database, gone, ending);
    expect(await lookUpCall(database, gone)).toEqual({ state: 'stopped' });
  });
});
