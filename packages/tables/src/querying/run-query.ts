import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describeBundle, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { ColumnNaming } from '../sql-names.ts';
import {
  type FailureReason,
  QueryFailedError,
  QueryRefusedError,
  type QueryResult,
  queryLimits,
  type RefusalReason,
  type ResultCell,
  type ResultLimits,
  type TableColumn,
  type TableQuery,
} from '../table-types.ts';

/** The part of a query's time before it counts as long work and begins again. */
const shortTimeMs = 500;
/**
 * Time for a child to open tables and to stop a query. Less would kill new children on a busy
 * machine.
 */
const graceMs = 1_500;
/** Time to take over the bytes of tables. */
const msPerMebibyte = 50;
/**
 * Children may change between tries, and each may lack other tables. The last try brings all of
 * them.
 */
const maxTries = 3;

type Answer = Exclude<QueryHead, { kind: 'missing' }> & { body: Buffer };

/** Executes a query in a child of the tenant. See `Tables.runQuery`. */
export async function runQuery(sandbox: Sandbox, query: TableQuery): Promise<QueryResult> {
  if (query.sql.length > queryLimits.sqlLength)
    throw new QueryRefusedError('too_long', `${query.sql.length}`);
  if (!query.sql.isWellFormed()) throw new QueryRefusedError('not_utf8', 'lone surrogate');
  const loaded = new Map<string, Uint8Array>();
  let answer = await ask(sandbox, query, 'short', loaded);
  if (answer.kind === 'failed' && answer.reason === 'timeout')
    answer = await ask(sandbox, query, 'long', loaded);
  if (answer.kind === 'refused')
    throw new QueryRefusedError(answer.reason, answer.detail, answer.position);
  if (answer.kind === 'failed') throw new QueryFailedError(answer.reason, answer.detail);
  return readResult(answer, answer.body, query.resultLimits ?? queryLimits);
}

/** Asks a child, and brings it the tables that it lacks. */
async function ask(
  sandbox: Sandbox,
  query: TableQuery,
  lane: 'short' | 'long',
  loaded: Map<string, Uint8Array>,
): Promise<Answer> {
  let wanted: readonly string[] = [];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const bodies = await loadTables(query, wanted, loaded);
    const { head, body } = await send(sandbox, query, lane, bodies);
    if (head.kind !== 'missing') return { ...head, body };
    const all = query.tables.map(({ sha256 }) => sha256);
    wanted = tries + 2 < maxTries ? head.sha256 : all;
  }
  throw new QueryFailedError('table_unreadable', 'A child does not keep the tables');
}

/** Reads the tables that a child wants, each once for a query. */
async function loadTables(
  { tables }: TableQuery,
  wanted: readonly string[],
  loaded: Map<string, Uint8Array>,
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const { sha256, load } of tables) {
    if (!wanted.includes(sha256) || found.has(sha256)) continue;
    const bytes = loaded.get(sha256) ?? (await load());
    loaded.set(sha256, bytes);
    found.set(sha256, bytes);
  }
  return found;
}

async function send(
  sandbox: Sandbox,
  {
    tenantId,
    tables,
    sql,
    naming,
    isAwaited = true,
    timeMs: wholeMs = queryLimits.timeMs,
    resultLimits: { rows, resultBytes } = queryLimits,
    signal,
  }: TableQuery,
  lane: 'short' | 'long',
  bodies: ReadonlyMap<string, Uint8Array>,
): Promise<{ head: QueryHead; body: Buffer }> {
  const timeMs = lane === 'short' ? shortTimeMs : wholeMs - shortTimeMs;
  const sent = new Set<string>();
  const job: QueryJob = {
    sql,
    naming: naming ?? null,
    timeMs,
    resultLimits: { rows, resultBytes },
    tables: tables.map(({ name, sha256 }) => {
      const sizeBytes = sent.has(sha256) ? null : (bodies.get(sha256)?.length ?? null);
      sent.add(sha256);
      return { name, sha256, sizeBytes };
    }),
  };
  const sizeBytes = [...bodies.values()].reduce((sum, { length }) => sum + length, 0);
  const body = {
    sizeBytes,
    async *open() {
      yield* bodies.values();
    },
  };
  const limitMs = timeMs + graceMs + (sizeBytes / 1_048_576) * msPerMebibyte;
  const task = { tenantId, job, body, lane, sizeBytes, timeMs: limitMs, isAwaited, signal };
  try {
    const answer = await sandbox.run(queryProgram, task);
    return { head: answer.head as QueryHead, body: answer.body };
  } catch (error) {
    return { head: explain(error), body: Buffer.alloc(0) };
  }
}

const failures: Record<'timeout' | 'memory' | 'died' | 'failed', FailureReason> = {
  timeout: 'timeout',
  memory: 'memory',
  died: 'error',
  failed: 'error',
};

/** Returns the end of a child as the query's failure. Throws what is not the query's fault. */
function explain(error: unknown): QueryHead {
  if (!(error instanceof SandboxError) || error.kind === 'busy' || error.kind === 'closed')
    throw error;
  return { kind: 'failed', reason: failures[error.kind], detail: error.message };
}

/** Bytes that are parsed in one turn of the event loop. */
const sliceBytes = 512 * 1024;

/**
 * Reads and hashes a child's rows in slices. A query may control the child, so rows are checked.
 * Throws QueryFailedError.
 */
async function readResult(
  { columns: given, truncated, tables, naming }: Extract<QueryHead, { kind: 'rows' }>,
  body: Buffer,
  limits: ResultLimits,
): Promise<QueryResult> {
  if (body.length > limits.resultBytes) {
    throw new QueryFailedError('result_too_large', `more than ${limits.resultBytes} bytes`);
  }
  const columns = given.map(({ name, type, unit }) => ({ name: String(name), type, unit }));
  // Points in time were texts when the first results were recorded, and the hashes of those results
  // still hold.
  const hashedColumns = columns.map((column, at) =>
    given[at]?.hasTimes ? { ...column, type: 'text' } : column,
  );
  const hash = createHash('sha256').update(`${JSON.stringify(hashedColumns)}\n`);
  const rows: ResultCell[][] = [];
  let parsedBytes = 0;
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(10, at);
    if (end < 0 || rows.length >= limits.rows) throw malformed();
    const row = readRow(body.toString('utf8', at, end), columns.length);
    hash.update(`${JSON.stringify(row)}\n`);
    rows.push(row);
    parsedBytes += end - at;
    at = end + 1;
    if (parsedBytes > sliceBytes) {
      parsedBytes = 0;
      await setImmediate();
    }
  }
  const result = { columns, rows, rowCount: rows.length, truncated: truncated === true };
  const facts = {
    tables: tables.map(String),
    naming: naming === 'heads' ? ('heads' as const) : ('plain' as const),
  };
  return { ...result, ...facts, resultHash: hash.digest('hex') };
}

function readRow(line: string, width: number): ResultCell[] {
  const row: unknown = JSON.parse(line);
  if (!Array.isArray(row) || row.length !== width || !row.every(isCell)) throw malformed();
  return row;
}

function isCell(value: unknown): value is ResultCell {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

const malformed = () => new QueryFailedError('error', 'The child sent no result of ours');

/**
 * The program that executes people's and models' SQL. DuckDB is native code, so that it needs
 * addons.
 */
export const queryProgram = describeBundle({
  name: 'querying',
  source: new URL('./child/child-main.ts', import.meta.url),
  reads: [],
  packages: ['@duckdb/node-bindings'],
  allowAddons: true,
  scratchMb: 512,
  heapMb: 128,
  memoryMb: 640,
});

/** A query for a child. The body has the Parquet of the tables with a size, one after the other. */
export interface QueryJob {
  sql: string;
  /** Null: by heads if the statement has quotes and fits them, else plainly. */
  naming: ColumnNaming | null;
  tables: { name: string; sha256: string; sizeBytes: number | null }[];
  /** Time for the query itself, in milliseconds. */
  timeMs: number;
  resultLimits: ResultLimits;
}

/** A column of a result. */
export interface AnsweredColumn extends TableColumn {
  /** True for points in time of which one at least is no midnight. */
  hasTimes: boolean;
}

/** The head of a child's answer. The rows are the body: a line of JSON for each. */
export type QueryHead =
  | { kind: 'missing'; sha256: string[] }
  | { kind: 'refused'; reason: RefusalReason; detail: string; position: number | null }
  | { kind: 'failed'; reason: FailureReason; detail: string }
  | {
      kind: 'rows';
      columns: AnsweredColumn[];
      truncated: boolean;
      tables: string[];
      naming: ColumnNaming;
    };
