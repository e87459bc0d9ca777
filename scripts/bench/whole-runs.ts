import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type StartRunRequest, tenantHeader } from '@ecp/contract/engine-api';
import pg from 'pg';
import pino from 'pino';
import { openEngine } from '../../apps/engine/src/open-engine.ts';

/**
 * Whole runs of the engine with the offline model at zero latency: `runs` of three tasks each are started at once and
 * timed until the last is over. Arguments: a migrated database, the number of runs.
 */
const [url = '', runs = '100'] = process.argv.slice(2);
const runCount = Number(runs);
const rounds = 3;

/** What this program prints, one entry a round. */
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

interface Totals {
  unfinished: number;
  failed: number;
  steps: number;
  calls: number;
}

async function readTotals(): Promise<Totals> {
  const { rows } = await pool.query<Totals>(`select
    (select count(*)::integer from engine.runs where status in ('running', 'paused')) as unfinished,
    (select count(*)::integer from engine.runs where status = 'failed') as failed,
    (select count(*)::integer from dbos_engine.operation_outputs) as steps,
    (select count(*)::integer from engine.model_calls) as calls`);
  const [totals] = rows;
  if (!totals) throw new Error('Postgres counted nothing');
  return totals;
}

async function startRun(name: string): Promise<void> {
  const request: StartRunRequest = {
    runId: `run-${name}`,
    engagement: { id: `engagement-${name}`, name: 'Growth plan', client: 'Northwind Roasters', brief, budgetUsd: 5 },
    tasks: [
      { id: 'market', name: 'Market research', description: 'Size the regional speciality coffee market.' },
      { id: 'costs', name: 'Cost analysis', description: 'Analyse roasting and delivery cost per kilogram.' },
      { id: 'plan', name: 'Growth plan', description: 'Bring both together.', dependsOn: ['market', 'costs'] },
    ],
    sources: [],
    previous: [],
    rerunTaskId: null,
  };
  const response = await fetch(`${baseUrl}/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [tenantHeader]: 'bench', 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`The run was refused: ${await response.text()}`);
  await response.text();
}

async function timeRound(round: number): Promise<WholeRunsResult['rounds'][number]> {
  const before = await readTotals();
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: runCount }, (_, index) => startRun(`${round}-${index}`)));
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

const brief = `Northwind Roasters sells 42 tonnes of coffee a year to 310 cafés in the north-east. Revenue was $1.9 million
in 2025, up 6 % on 2024, while green coffee prices rose 31 %. The owners want to know whether to open a subscription
business for households, what it would cost, and which cafés are worth keeping. Goals: raise gross margin from 34 % to
40 % within two years, and win 2,000 household subscribers. Constraints: no new debt above $150,000.`;

const result: WholeRunsResult = { rounds: [] };
for (let round = 0; round <= rounds; round += 1) {
  const timed = await timeRound(round);
  // Round 0 warms up.
  if (round > 0) result.rounds.push(timed);
}
await engine.close();
await pool.end();
console.log(JSON.stringify(result));
