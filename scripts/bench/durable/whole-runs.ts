import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { openEngine } from '../../../apps/engine/src/open-engine.ts';
import { benchRequest, startRun } from '../bench-request.ts';
import { countSteps, type StepCounts, stepsOfEach } from './count-steps.ts';
import { durableSizes } from './durable-workload.ts';

/**
 * Times whole runs of the engine with the offline model at zero latency: `runs` runs of three tasks each start at once
 * and are timed until the last one is over. The arguments are a migrated database and the number of runs.
 */
const [url = '', runs = '100'] = process.argv.slice(2);
const runCount = Number(runs);

/** The output of this program, with one entry per round. */
export interface WholeRunsResult {
  rounds: { runsPerSecond: number; stepsPerSecond: number; callsPerSecond: number; stepsOfRun: StepCounts }[];
}

const token = randomBytes(16).toString('hex');
const config = {
  host: '127.0.0.1',
  port: 0,
  token,
  databaseUrl: url,
  models: { localModelLatencyMs: 0 },
  logLevel: 'error' as const,
};
const engine = await openEngine(
  config as Parameters<typeof openEngine>[0],
  pino({ level: 'error' }, pino.destination(2)),
);
const baseUrl = await engine.app.listen({ host: config.host, port: config.port });
const pool = new pg.Pool({ connectionString: url, max: 2 });

interface Progress {
  unfinished: number;
  failed: number;
}

async function readProgress(): Promise<Progress> {
  const { rows } = await pool.query<Progress>(`select
      count(*) filter (where status in ('running', 'paused'))::integer as unfinished,
      count(*) filter (where status = 'failed')::integer as failed
    from engine.runs`);
  const [progress] = rows;
  if (!progress) throw new Error('Postgres returned no counts');
  return progress;
}

async function countCalls(): Promise<number> {
  const { rows } = await pool.query<{ calls: number }>('select count(*)::integer as calls from engine.model_calls');
  return rows[0]?.calls ?? Number.NaN;
}

async function timeRound(round: number): Promise<WholeRunsResult['rounds'][number]> {
  const [callsBefore, stepsBefore] = [await countCalls(), await countSteps(pool)];
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: runCount }, (_, index) => startRun({ baseUrl, token }, benchRequest(`${round}-${index}`))),
  );
  let progress = await readProgress();
  while (progress.unfinished > 0) {
    await wait(20);
    progress = await readProgress();
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  if (progress.failed > 0) throw new Error(`${progress.failed} runs failed`);
  const stepsOfRun = stepsOfEach(runCount, stepsBefore, await countSteps(pool));
  const steps = Object.values<number>({ ...stepsOfRun }).reduce((sum, count) => sum + count, 0);
  return {
    runsPerSecond: runCount / seconds,
    stepsPerSecond: (steps * runCount) / seconds,
    callsPerSecond: ((await countCalls()) - callsBefore) / seconds,
    stepsOfRun,
  };
}

const result: WholeRunsResult = { rounds: [] };
for (let round = 0; round <= durableSizes.rounds; round += 1) {
  const timed = await timeRound(round);
  // Round 0 warms up.
  if (round > 0) result.rounds.push(timed);
}
await engine.close();
await pool.end();
console.log(JSON.stringify(result));
