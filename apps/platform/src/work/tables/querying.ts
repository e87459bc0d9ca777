import { buffer } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import { type Cell, queryLimits, type TableColumn } from '@ecp/contract/work/tables';
import {
  type FailureReason,
  QueryFailedError,
  QueryRefusedError,
  type QueryResult,
  type RefusalReason,
} from '@ecp/tables/table-types';
import { encodeArray } from '../../kernel/encoded-json.ts';
import { serviceBusy, toRefusal } from '../../kernel/limits/refusals.ts';
import type { Services } from '../../kernel/services.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import type { QueryOutcome } from './query-rows.ts';
import { type StoredTable, selectTablesNamed } from './table-rows.ts';

/**
 * Runs one select over the tables of an engagement and nothing else (contract 10). `isAwaited` is true if a person
 * waits. Errors: `query_refused`, `query_failed`, `service_unavailable`.
 */
export async function executeQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  { engagementId, sql, isAwaited }: { engagementId: string; sql: string; isAwaited: boolean },
): Promise<QueryOutcome> {
  const [tables] = await services.database.batchTenant(tenantId, [
    selectTablesNamed(tenantId, engagementId, namesIn(sql)),
  ]);
  try {
    const { rows, tables: names, ...result } = await runOverTables(services, tenantId, { tables, sql, isAwaited });
    const read = tables.filter(({ name }) => names.includes(name));
    const used = read.map(({ id, name, sha256 }) => ({ id, name, sha256 }));
    return { ...result, rows: await encodeArray(rows), tables: used };
  } catch (error) {
    if (error instanceof QueryRefusedError) throw refusalOf(error);
    if (error instanceof QueryFailedError) throw failureOf(error);
    if (error instanceof ObjectMissingError) throw failureOf(new QueryFailedError('table_unreadable', error.message));
    throw error;
  }
}

interface QueryRequest {
  tables: readonly StoredTable[];
  sql: string;
  /** True if a person waits: beyond the tenant's budget the query is refused at once. */
  isAwaited: boolean;
}

/** The longest wait for a free place and the query together. A query itself has 10 s (contract 10). */
const limitMs = 60_000;

/**
 * Runs one select over tables, in the sandbox. Throws QueryRefusedError, QueryFailedError, ObjectMissingError when a
 * table has been deleted, and ApiError `service_unavailable` when there is no place.
 */
async function runOverTables(
  { tables: engine, storage }: Pick<Services, 'tables' | 'storage'>,
  tenantId: string,
  { tables, sql, isAwaited }: QueryRequest,
): Promise<QueryResult> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await engine.runQuery({
      tenantId,
      tables: tables.map(({ name, sha256, storage_key: key }) => ({
        name,
        sha256,
        load: async () => buffer(await storage.get(key)),
      })),
      sql,
      isAwaited,
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw serviceBusy({ cause: error });
    throw toRefusal(error, (cause) => serviceBusy({ cause }));
  }
}

const refusals: Record<RefusalReason, (detail: string) => string> = {
  too_long: () => `it has more than ${queryLimits.sql} characters.`,
  not_utf8: () => 'it is not valid text.',
  syntax: (detail) => `it is not SQL, ${quoteDuckDb(detail)}.`,
  not_one_statement: () => 'it must be one statement.',
  not_select: () => 'only select is allowed.',
  table: (detail) => `this engagement has no table ${detail}.`,
  function: (detail) => `the function ${detail} is not allowed.`,
  construct: (detail) => `${detail} is not allowed.`,
  parameter: () => 'parameters are not allowed.',
};

const failures: Record<FailureReason, (detail: string) => string> = {
  timeout: () => `it took more than ${queryLimits.ms / 1_000} s.`,
  memory: () => 'it needs more than 256 MB of memory.',
  result_too_large: () => `its result is larger than ${queryLimits.resultBytes / 1_000_000} MB.`,
  table_unreadable: () => 'a table could not be read.',
  error: quoteDuckDb,
};

/** Returns DuckDB's words without its copy of the statement, which the caller has. */
function quoteDuckDb(words: string): string {
  const [said = ''] = words.split(/\n+LINE \d+:/);
  return said.replace(/^(Parser Error: )?syntax error /i, 'unexpected text ').trim();
}

/** Longest part of a message that comes from DuckDB. */
const maxLength = 1_000;

/** Returns `query_refused` with a sentence for people. */
function refusalOf(error: QueryRefusedError): ApiError {
  const reason = refusals[error.reason](error.detail.slice(0, maxLength));
  return new ApiError('query_refused', { values: { reason }, cause: error });
}

/** Returns `query_failed` with a sentence for people. */
function failureOf(error: QueryFailedError): ApiError {
  const reason = failures[error.reason](error.detail.slice(0, maxLength));
  return new ApiError('query_failed', { values: { reason }, cause: error });
}

/**
 * Returns the words of a statement that could be names of tables, in lower case. Names have letters, digits and `_`
 * only (`chooseTableName`), so that a statement cannot name a table without having its name as a word. Other tables are
 * not loaded for the query. What the statement may do is not decided here.
 */
function namesIn(sql: string): string[] {
  return [
    ...new Set(
      sql
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [],
    ),
  ];
}

/**
 * Returns a statement that reads rows of a table in the order of its file. Rows without an order of their own would be
 * ordered by their values, so they are numbered in the order in which they are stored.
 */
export function selectPage(
  { name, columns }: { name: string; columns: readonly TableColumn[] },
  { limit, offset }: { limit: number; offset: number },
): string {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()));
  let number = 'row';
  while (taken.has(number)) number += '_';
  const page = `select * from "${name}" limit ${limit} offset ${offset}`;
  const numbered = `select *, row_number() over () as "${number}" from (${page})`;
  return `select * exclude ("${number}") from (${numbered}) order by "${number}"`;
}

/** A table with what it takes to read its rows. */
export interface ReadableTable extends StoredTable {
  columns: TableColumn[];
  row_count: number;
}

/**
 * Reads rows of a stored table in the order of the file, from `offset`, which counts from 0. A page that would be larger
 * than a result may be has fewer rows than `limit`. Throws ObjectMissingError for a table that is no longer stored, and
 * `service_unavailable`.
 */
export async function readTableRows(
  services: Parameters<typeof runOverTables>[0],
  tenantId: string,
  table: ReadableTable,
  { offset, limit }: { offset: number; limit: number },
): Promise<Cell[][]> {
  const read = async (rows: number): Promise<Cell[][]> => {
    const sql = selectPage(table, { limit: rows, offset });
    const request: QueryRequest = { tables: [table], sql, isAwaited: true };
    return (await runOverTables(services, tenantId, request)).rows;
  };
  return readWithinLimit(read, limit);
}

/** Reads a page, and an eighth of it when it is too large. One row alone that is too large fails. */
async function readWithinLimit(read: (rows: number) => Promise<Cell[][]>, limit: number): Promise<Cell[][]> {
  try {
    return await read(limit);
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    if (error.reason !== 'result_too_large' || limit === 1) throw new ApiError('service_unavailable', { cause: error });
    return readWithinLimit(read, Math.ceil(limit / 8));
  }
}
