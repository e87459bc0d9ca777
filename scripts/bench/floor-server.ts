import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { PipelinedQuery } from '@ecp/database/pipelined-query';
import type { Statement } from '@ecp/database/statement';
import pg from 'pg';
import {
  type DeliverableRow,
  selectDeliverablesOf,
  toDeliverable,
} from '../../apps/platform/src/work/documents/deliverable-rows.ts';
import {
  type EngagementRow,
  selectEngagement,
  toEngagement,
} from '../../apps/platform/src/work/engagements/engagement-rows.ts';
import { type RunRow, selectRunsOf, toRun } from '../../apps/platform/src/work/run-records/run-rows.ts';
import {
  createStatements,
  findKey,
  type NewEngagement,
  selectLogLines,
  selectPage,
  selectProgress,
  selectStatus,
} from './floor-statements.ts';

/**
 * Serves the benchmark's requests with node:http and pg, without framework, validation, roles, row-level security,
 * headers, rate limit or request log. The arguments are the database's URL, the port, and `awaited` (each
 * statement waits for the previous one) or `pipelined` (the statements of one step are sent together).
 */
const [url = '', port = '0', way = 'awaited'] = process.argv.slice(2);
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: url, max: 20, types });
const pageLength = 200;

interface Key {
  key_id: string;
  tenant_id: string;
}

async function send(statements: Statement[]): Promise<pg.QueryResultRow[][]> {
  if (way === 'pipelined') return sendTogether(statements);
  const results: pg.QueryResultRow[][] = [];
  for (const statement of statements) results.push((await pool.query(toConfig(statement))).rows);
  return results;
}

async function sendTogether(statements: Statement[]): Promise<pg.QueryResultRow[][]> {
  const client = await pool.connect();
  try {
    const batch = new PipelinedQuery(statements);
    client.query(batch);
    return (await batch.results).map(({ rows }) => rows);
  } finally {
    client.release();
  }
}

async function transact(statements: Statement[]): Promise<pg.QueryResultRow[][]> {
  if (way === 'pipelined') return sendTogether(statements);
  const client = await pool.connect();
  try {
    const results: pg.QueryResultRow[][] = [];
    await client.query('begin');
    for (const statement of statements) results.push((await client.query(toConfig(statement))).rows);
    await client.query('commit');
    return results;
  } finally {
    client.release();
  }
}

function toConfig({ name = '', text, values = [] }: Statement): pg.QueryConfig {
  return { name, text, values: [...values] };
}

async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
  const rawKey = (request.headers.authorization ?? '').slice('Bearer '.length);
  const [keys] = await send([findKey(createHash('sha256').update(rawKey).digest())]);
  const key = keys?.[0] as Key | undefined;
  if (!key) return [401, { error: 'Invalid API key' }];
  if (request.method === 'POST') return [201, await create(key, JSON.parse(await readBody(request)))];
  const [, , , id, part] = (request.url ?? '').split('/');
  if (id !== undefined && part === 'status') return [200, await readStatus(key, id)];
  if (id !== undefined && part === 'logs') return [200, await readLogs(key, id)];
  return id === undefined ? [200, await list(key)] : [200, await read(key, id)];
}

async function read({ tenant_id: tenantId }: Key, id: string): Promise<unknown> {
  const [engagements = [], runs = [], deliverables = []] = await send([
    selectEngagement(tenantId, id),
    selectRunsOf(tenantId, id),
    selectDeliverablesOf(tenantId, id),
  ]);
  return {
    ...toEngagement(engagements[0] as EngagementRow),
    runs: (runs as RunRow[]).map(toRun),
    deliverables: (deliverables as DeliverableRow[]).map(toDeliverable),
  };
}

async function readStatus({ tenant_id: tenantId }: Key, id: string): Promise<unknown> {
  const [engagements = [], runs = []] = await send([selectStatus(tenantId, id), selectProgress(tenantId, id)]);
  const [engagement, run] = [engagements[0], runs[0]];
  const costs = { estimated_cost: run?.['cost_nano_usd'] / 1e9, budget: engagement?.['budget_nano_usd'] / 1e9 };
  return { engagementId: id, runId: run?.['id'], status: engagement?.['status'], steps: run?.['steps'], ...costs };
}

async function readLogs({ tenant_id: tenantId }: Key, id: string): Promise<unknown> {
  const [runs = []] = await send([selectProgress(tenantId, id)]);
  const [lines = []] = await send([selectLogLines(tenantId, runs[0]?.['id'])]);
  const entries = lines.map(({ data, created_at: at }) => ({ timestamp: at.toISOString(), ...data }));
  const logs = entries.map(({ timestamp, message }) => `${timestamp} ${message}`);
  return { logs, entries, total: entries.length, status: runs[0]?.['status'] };
}

async function list({ tenant_id: tenantId }: Key): Promise<unknown> {
  const [rows = []] = await send([selectPage(tenantId, pageLength)]);
  return (rows as EngagementRow[]).slice(0, pageLength).map(toEngagement);
}

async function create(key: Key, given: NewEngagement): Promise<unknown> {
  const [, , inserted = []] = await transact(createStatements(key.tenant_id, key.key_id, given));
  return toEngagement(inserted[0] as EngagementRow);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body]) => {
      const text = JSON.stringify(body);
      const length = Buffer.byteLength(text);
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
      response.end(text);
    },
    (error: unknown) => {
      // The load generator stops in the middle of requests.
      if (request.readableAborted) return;
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(port), '127.0.0.1', () => console.log(`Ready at http://127.0.0.1:${port}`));
process.on('SIGINT', () => process.exit(0));
