import { type JobAnswer, scratchFolder } from '@ecp/sandbox/serving/serve-jobs';
import { QueryFailedError, QueryRefusedError } from '../../query-errors.ts';
import type { QueryHead, QueryJob } from '../query-jobs.ts';
import { checkStatement } from './checking/check-statement.ts';
import { executeQuery } from './execute-query.ts';
import { openTableStore } from './table-store.ts';

const store = openTableStore(scratchFolder());

/** Answers a job: keeps the tables that came with it, checks the statement, and executes it. */
export async function answerQuery({ sql, tables, timeMs }: QueryJob, body: Buffer): Promise<JobAnswer> {
  let at = 0;
  for (const { sha256, sizeBytes } of tables) {
    if (sizeBytes === null) continue;
    store.keep(sha256, body.subarray(at, at + sizeBytes));
    at += sizeBytes;
  }
  const missing = tables.filter(({ sha256 }) => !store.has(sha256)).map(({ sha256 }) => sha256);
  if (missing.length > 0) return { head: { kind: 'missing', sha256: missing } satisfies QueryHead };
  try {
    const database = await store.open(tables);
    const statement = await checkStatement(database, sql);
    const { columns, truncated, lines } = await executeQuery(database, statement, timeMs);
    const head: QueryHead = { kind: 'rows', columns, truncated, tables: [...statement.tables] };
    return { head, body: lines };
  } catch (error) {
    return { head: explain(error) };
  }
}

function explain(error: unknown): QueryHead {
  if (error instanceof QueryRefusedError) return { kind: 'refused', reason: error.reason, detail: error.detail };
  if (error instanceof QueryFailedError) return { kind: 'failed', reason: error.reason, detail: error.detail };
  throw error;
}
