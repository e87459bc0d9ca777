import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { type EngineProcess, startEngineProcess } from '../../../testing/engine/engine-process.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];

async function startTwo(environment: Record<string, string> = {}): Promise<EngineProcess> {
  for (let number = 0; number < 2; number += 1) {
    engines.push(await startEngineProcess(fresh.url, { ...provider.environment, ...environment }));
  }
  const [engine] = engines;
  if (!engine) throw new Error('No engine');
  return engine;
}

beforeEach(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.kill();
  await provider.close();
  await fresh.drop();
});

/** Waits until no call is in flight although runs are under way, so that all their calls wait. */
async function allWait(calls: number): Promise<void> {
  await pollUntil(
    async () => {
      const [held] = await fresh.asSuperuser<{ reserved: string }>(
        'select coalesce(sum(reserved_nano_usd), 0)::text as reserved from engine.budgets',
      );
      return (
        provider.meter.inFlight === 0 &&
        provider.meter.calls.length >= calls &&
        held?.reserved === '0'
      );
    },
    (quiet) => quiet,
    30_000,
  );
}

/** Returns the executors that have a run under way. */
async function executors(): Promise<Set<string | null>> {
  const works = await durableRecords(fresh, 'engine').read();
  const begun = works.filter(({ kind, state }) => kind === 'run' && state === 'running');
  return new Set(begun.map(({ owner }) => owner));
}

/**
 * Starts `count` runs, and more until both engines have one: a quick engine may take all waiting
 * runs at once.
 */
async function startOnBoth(engine: Awaited<ReturnType<typeof startTwo>>, count: number) {
  const runs: ReturnType<typeof runRequest>[] = [];
  while (runs.length < count || (await executors()).size < 2) {
    if (runs.length === 100) throw new Error('One engine has started 100 runs and the other none');
    const run = runRequest();
    runs.push(run);
    await engine.startRun(run);
  }
  return runs;
}

async function stopAll(
  engine: EngineProcess,
  runs: ReturnType<typeof runRequest>[],
): Promise<void> {
  for (const { runId } of runs) await engine.control(runId, 'stop');
  for (const { runId } of runs) await engine.eventsUntil(runId, isOver);
}

// That the next request follows after the pause is proved in provider-failures.test.ts.
describe('a provider that asks for a pause', () => {
  it('gets no request from any process until then; meanwhile no money is reserved, and Stop ends the wait', async () => {
    const engine = await startTwo();
    provider.latencyMs = 100;
    const runs = await startOnBoth(engine, 4);
    // Longer than the test.
    provider.failNext({ kind: 'rate_limit', retryAfterS: 600 });
    await provider.meter.waitFor(({ calls }) =>
      calls.some(({ failure }) => failure === 'rate_limit'),
    );
    await allWait(1);
    await stopAll(engine, runs);
    const calls = provider.meter.calls.length;
    await stopAll(engine, await startOnBoth(engine, 2));
    expect(provider.meter.calls).toHaveLength(calls);
  });
});

describe('a configured limit of requests', () => {
  it('is kept by two processes together; waiting calls reserve no money and are stopped at once', async () => {
    const limit = 9;
    const limits = JSON.stringify({ 'openai-compatible': { requestsPerMinute: limit } });
    const engine = await startTwo({ PROVIDER_LIMITS: limits });
    const runs = await startOnBoth(engine, 4);
    await allWait(limit);
    await stopAll(engine, runs);
    expect(provider.meter.calls).toHaveLength(limit);
  });
});
