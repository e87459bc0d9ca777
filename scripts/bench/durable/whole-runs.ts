import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import pg from 'pg';
import pino from 'pino';
import { openEngine } from '../../../apps/engine/src/open-engine.ts';
import { benchRequest, startRun } from '../bench-request.ts';

/**
 * Times whole runs of the engine with the offline model at zero latency: `runs` runs of three tasks each start at once
 * and are timed until the last one is over. Arguments: a migrated database, the number of runs.
 */
const [url = '', runs = '100'] = process.argv.slice(2);
const runCount = Number(runs);
const rounds = 3;

/** The output of this program, with one entry per round. */
export interface WholeRunsResult {
  rounds: { runsPerSecond: number; stepsPerSecond: number; callsPerSecond: number }[];
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
const records = durableRecords(
  { asSuperuser: async (text, values) => (await pool.query(text, values)).rows },
  'engine',
);

interface Totals {
  unfinished: number;
  failed: number;
  steps: number;
  calls: number;
}

/**
 * A step is work that a replay does not repeat. Its record is an answer, a record of the queue or an event: a plan, the
 * start of a task with its model, a document, a score, an end. The calls of plans and scores belong to those steps.
 */
async function readTotals(): Promise<Totals> {
  const { rows } = await pool.query<Totals>(`select
    (select count(*)::integer from engine.runs where status in ('running', 'paused')) as unfinished,
    (select count(*)::integer from engine.runs where status = 'failed') as failed,
    (select count(*)::integer from engine.model_calls
      where answer is not null and purpose not in ('plan', 'evaluate'))
    + (select count(*)::integer from engine.events
      where type in ('plan', 'task_started', 'score', 'unscored', 'task_complete') or event_key = 'end'
        or starts_with(event_key, 'deliverable:')) as steps,
    (select count(*)::integer from engine.model_calls) as calls`);
  const [totals] = rows;
  if (!totals) throw new Error('Postgres returned no totals');
  return { ...totals, steps: totals.steps + (await records.countSteps()) };
}

async function timeRound(round: number): Promise<WholeRunsResult['rounds'][number]> {
  const before = await readTotals();
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: runCount }, (_, index) => startRun({ baseUrl, token }, benchRequest(`${round}-${index}`))),
  );
  let after = await readTotals();
  while (after.unfinished > 0) {
    await wait(20);
    after = await readTotals();
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  if (after.failed > 0) throw new Error(`${after.failed} runs failed`);
  return {
    runsPerSecond: runCount / seconds,
    stepsPerSecond: (after.steps - before.steps) / seconds,
    callsPerSecond: (after.calls - before.calls) / seconds,
  };
}

const result: WholeRunsResult = { rounds: [] };
for (let round = 0; round <= rounds; round += 1) {
  const timed = await timeRound(round);
  // Round 0 warms up.
  if (round > 0) result.rounds.push(timed);
}
await engine.close();
await pool.end();
console.log(JSON.stringify(result));
