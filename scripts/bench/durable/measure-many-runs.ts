import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPricedProvider } from '../../../apps/engine/testing/priced-provider.ts';
import { type BenchDatabase, query } from '../bench-database.ts';
import { benchRequest, startRun } from '../bench-request.ts';
import { runConcurrently } from './durable-workload.ts';
import type { EngineLoad } from './observed-engine.ts';

/**
 * Number of runs started at once, their tenants, the model's latency, the size of the sources of each run, and the
 * limit of the engine's heap. Without a limit, V8 lets garbage grow with the memory of the machine.
 */
export const manyRunsSizes = { runs: 1_000, tenants: 20, latencyMs: 2_000, sourceBytes: 20_000, heapMb: 512 } as const;

export interface ManyRunsFigures extends EngineLoad {
  completed: number;
  failed: number;
  seconds: number;
  calls: number;
}

/** Time limit. Runs that are not over by then count as not completed. */
const limitMs = 900_000;

/**
 * Starts many runs at once on one engine process, with a slow model server in this process, and waits until all runs
 * are over.
 */
export async function measureManyRuns(
  database: BenchDatabase,
  report: (line: string) => void,
): Promise<ManyRunsFigures> {
  const { runs, tenants, latencyMs, sourceBytes, heapMb } = manyRunsSizes;
  const url = await database.create('bench_many_runs');
  const provider = await startPricedProvider();
  provider.latencyMs = latencyMs;
  const token = randomBytes(16).toString('hex');
  const program = fileURLToPath(new URL('observed-engine.ts', import.meta.url));
  const execArgv = [`--max-old-space-size=${heapMb}`];
  const engine = fork(program, [url, token, JSON.stringify(provider.settings)], { execArgv });
  const exited = once(engine, 'exit');
  const message = () =>
    Promise.race([
      once(engine, 'message'),
      exited.then(([code]) => Promise.reject(new Error(`The engine ended with exit code ${code}`))),
    ]);
  const [{ baseUrl }] = (await message()) as [{ baseUrl: string }];
  try {
    const startedMs = performance.now();
    await runConcurrently(0, runs, (number) =>
      startRun({ baseUrl, token }, benchRequest(String(number), sourceBytes), `tenant-${number % tenants}`),
    );
    const over = await waitForEnd(url);
    const seconds = (performance.now() - startedMs) / 1_000;
    engine.send('end');
    const [load] = (await message()) as [EngineLoad];
    report(`Many runs: ${over.completed} of ${runs} completed in ${Math.round(seconds)} s, ${JSON.stringify(load)}`);
    await exited;
    return { ...load, ...over, seconds };
  } finally {
    engine.kill('SIGKILL');
    await provider.close();
  }
}

async function waitForEnd(url: string): Promise<{ completed: number; failed: number; calls: number }> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const [totals] = await query<{ completed: number; failed: number; calls: number }>(
      url,
      `select count(*) filter (where status = 'completed')::integer as completed,
         count(*) filter (where status = 'failed')::integer as failed,
         (select count(*)::integer from engine.model_calls) as calls from engine.runs`,
    );
    if (!totals) throw new Error('Postgres returned no totals');
    if (totals.completed + totals.failed >= manyRunsSizes.runs || performance.now() > endMs) return totals;
    await wait(500);
  }
}
