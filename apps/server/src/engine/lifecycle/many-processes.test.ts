import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { type FaultProxy, startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import {
  type EngineProcess,
  readExecutorId,
  startEngineProcess,
} from '../../../testing/engine/engine-process.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { wideRequest } from '../../../testing/engine/run-request.ts';

/** So many that each process gets some: one without a run would keep its lease and go on. */
const runCount = 12;

let fresh: FreshDatabase;
let provider: PricedProvider;
let proxy: FaultProxy;
let survivor: EngineProcess;
let killed: EngineProcess;
let frozen: EngineProcess;
let unreachable: EngineProcess;
beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
  const { hostname, port } = new URL(fresh.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  survivor = await startEngineProcess(fresh.url, provider.environment);
  killed = await startEngineProcess(fresh.url, provider.environment);
  frozen = await startEngineProcess(fresh.url, provider.environment);
  unreachable = await startEngineProcess(throughProxy(fresh.url, proxy), provider.environment);
});
afterAll(async () => {
  for (const engine of [survivor, killed, frozen, unreachable]) await engine.kill();
  await proxy.close();
  await provider.close();
  await fresh.drop();
});

/** Counts the runs that each process executes, by executor id. */
async function countByExecutor(): Promise<Map<string, number>> {
  const works = await durableRecords(fresh, 'engine').read();
  const begun = works.filter(({ kind, state }) => kind === 'run' && state === 'running');
  const byExecutor = Map.groupBy(begun, ({ owner }) => owner ?? '');
  return new Map([...byExecutor].map(([executor, runs]) => [executor, runs.length]));
}

describe('four engine processes on one database', () => {
  // RUN-21, SET-2, LEA-2, LEA-3, LEA-4
  it('of which one is killed, one frozen and one cut off without a word: the last takes over, nothing is doubled', async () => {
    // No run ends before the last has begun, however slow the machine is.
    provider.latencyMs = 4_000;
    const runs = Array.from({ length: runCount }, () => wideRequest(1));
    const engines = [survivor, killed, frozen, unreachable];
    // The requests use all processes. A run is executed by the process that takes it from the
    // queue.
    await Promise.all(runs.map((run, index) => engines[index % engines.length]?.startRun(run)));
    await pollUntil(
      countByExecutor,
      (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0) === runCount,
    );
    provider.latencyMs = 400;
    await provider.meter.waitFor(({ calls }) => calls.length > 18);
    const own = await readExecutorId(fresh, survivor);
    const before = await countByExecutor();
    expect([...before.keys()].filter((executor) => executor !== own).length).toBeGreaterThan(0);
    frozen.signal('SIGSTOP');
    proxy.set({ kind: 'black-hole' });
    await killed.kill();
    // How soon is bounded where two processes are measured; four of them share the processors here.
    await pollUntil(
      () => durableRecords(fresh, 'engine').read(),
      (works) =>
        works.every(({ state, owner }) => {
          return state !== 'waiting' && (state !== 'running' || owner === own);
        }),
    );
    // They come back and find that their work is no longer theirs.
    frozen.signal('SIGCONT');
    proxy.set({ kind: 'pass' });
    for (const zombie of [frozen, unreachable]) {
      expect(await zombie.exited).toMatchObject({ code: 1 });
      expect(zombie.output()).toContain('Lost the lease');
    }
    for (const run of runs) {
      const events = await survivor.eventsUntil(run.runId, isOver);
      expect(await findRunFaults(fresh, provider.meter.calls, run, events)).toEqual([]);
    }
  });
});
