import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf, textOf } from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest, wideRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});
beforeEach(() => {
  provider.latencyMs = 0;
  provider.failWhen(() => null);
});

const callsOf = (runId: string) =>
  provider.meter.calls.filter((call) => textOf(call).includes(` ${runId}.`));

/** Waits until no workflow of the run is active. */
async function quiet(runId: string): Promise<void> {
  await pollUntil(
    async () => {
      const works = await durableRecords(engine, 'engine').read();
      return works.filter(
        ({ id, state }) => id.includes(`/${runId}`) && ['running', 'waiting'].includes(state),
      );
    },
    (open) => open.length === 0,
  );
}

/** Expects exactly one end of the run, nothing after it, and no reserved money. */
async function expectStopped(runId: string, callsAtAnswer: number): Promise<void> {
  await quiet(runId);
  const events = await engine.eventsUntil(runId, isOver);
  const stopped = { status: 'failed', error: 'Stopped by user', failureReason: 'stopped' };
  expect(events.at(-1)).toMatchObject({ type: 'status', ...stopped });
  expect(ofType(events, 'status').filter(({ status }) => status === 'failed')).toHaveLength(1);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const run = await engine.readRun(runId);
  expect(run).toMatchObject({ ...stopped, lastEvent: events.length });
  expect(callsOf(runId)).toHaveLength(callsAtAnswer);
  const held = await engine.asSuperuser(
    `select 1 from engine.budgets b join engine.runs r using (tenant_id, engagement_id)
     where r.id = $1 and b.reserved_nano_usd <> 0`,
    [runId],
  );
  expect(held).toEqual([]);
}

async function faultsOf(request: ReturnType<typeof runRequest>): Promise<string[]> {
  const events = await engine.eventsUntil(request.runId, isOver);
  return findRunFaults(engine, provider.meter.calls, request, events);
}

/** Returns how many of ten parallel requests say that they have changed the run. */
async function countChanges(runId: string, verb: 'pause' | 'resume' | 'stop'): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 10 }, () => engine.control(runId, verb)));
  return answers.filter(({ changed }) => changed).length;
}

it('one of several parallel requests changes the run', async () => {
  provider.latencyMs = 200;
  const { runId } = await engine.startRun(runRequest());
  for (const verb of ['pause', 'resume', 'stop'] as const)
    expect(await countChanges(runId, verb)).toBe(1);
});

describe('Stop', () => {
  // PRO-4
  it('aborts calls in flight before its response; no call starts after it', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const { runId } = await engine.startRun(runRequest());
    await pollUntil(
      () => callsOf(runId).length,
      (calls) => calls === 2,
    );
    expect(await engine.control(runId, 'stop')).toMatchObject({
      status: 'failed',
      error: 'Stopped by user',
    });
    expect(callsOf(runId).map(({ outcome }) => outcome)).toEqual([
      'aborted by client',
      'aborted by client',
    ]);
    await expectStopped(runId, 2);
  });

  it('gives the same response twice, and only the first one changed the run', async () => {
    provider.latencyMs = 200;
    const { runId } = await engine.startRun(runRequest());
    const first = await engine.control(runId, 'stop');
    expect(first.changed).toBe(true);
    expect(await engine.control(runId, 'stop')).toEqual({ ...first, changed: false });
    await expectStopped(runId, callsOf(runId).length);
  });

  it('of a run that is not there is refused', async () => {
    await expect(engine.control(runRequest().runId, 'stop')).rejects.toMatchObject({
      status: 404,
      code: 'run_not_found',
    });
  });

  // PRO-5
  it('of a paused run ends it', async () => {
    provider.latencyMs = 100;
    const { runId } = await engine.startRun(runRequest());
    await pollUntil(
      () => callsOf(runId).length,
      (calls) => calls >= 2,
    );
    expect(await engine.control(runId, 'pause')).toMatchObject({ status: 'paused' });
    await pollUntil(
      () => callsOf(runId).every(({ outcome }) => outcome === 'answered'),
      (answered) => answered,
    );
    const calls = callsOf(runId).length;
    expect(await engine.control(runId, 'stop')).toMatchObject({
      status: 'failed',
      error: 'Stopped by user',
    });
    await expectStopped(runId, calls);
    expect(await engine.control(runId, 'resume')).toMatchObject({ status: 'failed' });
  });

  // PRO-4
  it('while a call waits for its next attempt ends the wait', async () => {
    provider.failWhen(() => ({ kind: 'rate_limit', retryAfterS: 2 }));
    const { runId } = await engine.startRun(runRequest());
    await engine.eventsUntil(runId, (events) =>
      ofType(events, 'log').some(({ message }) => /Trying again/.test(message)),
    );
    await engine.control(runId, 'stop');
    const calls = callsOf(runId).length;
    await expectStopped(runId, calls);
  });

  it('at the moment of completion leaves one final status: completed or stopped', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 2; round += 1) {
      const { runId } = await engine.startRun(wideRequest(2));
      await engine.eventsUntil(
        runId,
        (events) => ofType(events, 'score').length >= 2 - (round % 2),
      );
      const answer = await engine.control(runId, 'stop');
      await quiet(runId);
      const events = await engine.eventsUntil(runId, isOver);
      const run = await engine.readRun(runId);
      const { status, error } = run;
      expect(answer).toMatchObject({ status, error });
      expect(events.at(-1)).toMatchObject({ type: 'status', status, error });
      expect(ofType(events, 'status')).toHaveLength(2);
      expect(run.lastEvent).toBe(events.length);
      ends.add(`${status} ${error}`);
    }
    expect(
      [...ends].filter((end) => end !== 'completed null' && end !== 'failed Stopped by user'),
    ).toEqual([]);
  });
});

describe('Pause', () => {
  it('lets calls in flight finish, starts none, and returns a snapshot; Resume continues', async () => {
    provider.latencyMs = 300;
    const request = runRequest();
    const { runId } = await engine.startRun(request);
    await pollUntil(
      () => callsOf(runId).filter(({ outcome }) => outcome === 'in flight').length,
      (inFlight) => inFlight === 2,
    );
    const calls = callsOf(runId).length;
    const paused = await engine.control(runId, 'pause');
    expect(paused.status).toBe('paused');
    expect(paused.snapshot?.tasks).toEqual([
      { id: 'market', name: 'Market research', state: 'running' },
      { id: 'costs', name: 'Cost analysis', state: 'running' },
      { id: 'plan', name: 'Growth plan', state: 'pending' },
    ]);
    const settled = await pollUntil(
      () => engine.readRun(runId),
      ({ steps }) => steps === calls,
    );
    expect(callsOf(runId).map(({ outcome }) => outcome)).toEqual(Array(calls).fill('answered'));
    expect(settled.status).toBe('paused');
    expect(settled.snapshot?.estimatedCost).toBeGreaterThan(0);
    expect(settled.snapshot?.lastEvent).toBeGreaterThan(paused.snapshot?.lastEvent ?? 0);
    provider.latencyMs = 0;
    expect(callsOf(runId)).toHaveLength(calls);
    expect(await engine.control(runId, 'resume')).toMatchObject({
      status: 'running',
      snapshot: null,
    });
    expect(await faultsOf(request)).toEqual([]);
  });

  it('right before the end delays it until Resume', async () => {
    const request = runRequest();
    provider.failWhen((body) => {
      const last =
        purposeOf({ body }) === 'evaluate' && textOf({ body }).includes('Task: Growth plan');
      provider.latencyMs = last ? 400 : 0;
      return null;
    });
    const { runId } = await engine.startRun(request);
    await pollUntil(
      () =>
        callsOf(runId).some(
          (call) => purposeOf(call) === 'evaluate' && textOf(call).includes('Task: Growth plan'),
        ),
      (begun) => begun,
    );
    expect(await engine.control(runId, 'pause')).toMatchObject({ status: 'paused' });
    const events = await engine.eventsUntil(
      runId,
      (seen) => ofType(seen, 'analytics').length === 1,
    );
    expect(isOver(events)).toBe(false);
    expect(await engine.readRun(runId)).toMatchObject({ status: 'paused' });
    expect(await engine.control(runId, 'resume')).not.toMatchObject({ status: 'paused' });
    expect(await faultsOf(request)).toEqual([]);
  });

  it('and Resume change nothing for a run that is over, nor does a second Pause', async () => {
    const { runId } = await engine.startRun(wideRequest(1));
    await engine.control(runId, 'pause');
    const once = await engine.readRun(runId);
    await engine.control(runId, 'pause');
    expect(
      (await engine.eventsUntil(runId, () => true)).filter(({ type }) => type === 'status').length,
    ).toBeLessThan(3);
    expect((await engine.readRun(runId)).status).toBe(once.status);
    await engine.control(runId, 'resume');
    await engine.eventsUntil(runId, isOver);
    const end = await engine.readRun(runId);
    for (const verb of ['pause', 'resume', 'stop'] as const)
      expect(await engine.control(runId, verb)).toEqual({ ...end, changed: false });
  });
});
