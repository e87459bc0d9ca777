import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine-client.ts';
import { type EngineProcess, startEngineProcess } from '../../../testing/engine-process.ts';
import { type PricedProvider, startPricedProvider } from '../../../testing/priced-provider.ts';
import { findRunFaults } from '../../../testing/run-integrity.ts';
import { runRequest } from '../../../testing/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];
beforeAll(async () => {
  fresh = await createFreshDatabase();
  provider = await startPricedProvider();
  for (let number = 0; number < 4; number += 1) {
    engines.push(await startEngineProcess(fresh.url, provider.environment));
  }
}, 60_000);
afterAll(async () => {
  for (const engine of engines) await engine.kill();
  await provider.close();
  await fresh.drop();
});

/** Counts the runs that each process executes, by executor id. */
async function countByExecutor(): Promise<Map<string, number>> {
  const works = await durableRecords(fresh, 'engine').read();
  const begun = works.filter(({ workflow, status }) => workflow === 'run' && status === 'PENDING');
  const byExecutor = Map.groupBy(begun, ({ executorId }) => executorId ?? '');
  return new Map([...byExecutor].map(([executor, runs]) => [executor, runs.length]));
}

describe('four engine processes on one database', () => {
  // RUN-21, SET-2
  it('of which three are killed in the middle: the last one takes over all runs within 15 s, nothing is paid twice', async () => {
    provider.latencyMs = 200;
    const runs = Array.from({ length: 12 }, () => runRequest());
    const [survivor, ...others] = engines;
    if (!survivor) throw new Error('No engine');
    // The requests use all processes. A run is executed by the process that takes it from the queue.
    for (const [index, run] of runs.entries()) await engines[index % engines.length]?.startRun(run);
    await pollUntil(countByExecutor, (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0) === 12);
    await provider.meter.waitFor(({ calls }) => calls.length > 18, 20_000);
    const before = await countByExecutor();
    for (const engine of others) await engine.kill();
    const killedAtMs = performance.now();
    const dead = [...before].filter(([executor]) => executor !== 'engine-1');
    expect(dead.length, JSON.stringify([...before])).toBeGreaterThan(0);
    await pollUntil(
      () => durableRecords(fresh, 'engine').read(),
      (works) =>
        works.every(({ status, executorId }) => {
          return status !== 'ENQUEUED' && (status !== 'PENDING' || executorId === 'engine-1');
        }),
      15_000,
    );
    expect(performance.now() - killedAtMs).toBeLessThan(15_000);
    for (const run of runs) {
      const events = await survivor.eventsUntil(run.runId, isOver, { deadlineMs: 60_000 });
      expect(await findRunFaults(fresh, provider.meter.calls, run, events)).toEqual([]);
    }
  }, 120_000);
});
