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
 * Runs a select over an engagement's tables (contract 10). Errors: `query_refused`, `query_failed`,
 * `service_unavailable`.
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
 * Runs a select in the sandbox. Throws QueryRefusedError, QueryFailedError, ObjectMissingError for a deleted table, and
 * ApiError `service_unavailable`.
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

/** Limits the length of a part of a message that comes from DuckDB. */
const maxLength = 1_000;

function refusalOf(error: QueryRefusedError): ApiError {
  const reason = refusals[error.reason](error.detail.slice(0, maxLength));
  return new ApiError('query_refused', { values: { reason }, cause: error });
}

function failureOf(error: QueryFailedError): ApiError {
  const reason = failures[error.reason](error.detail.slice(0, maxLength));
  return new ApiError('query_failed', { values: { reason }, cause: error });
}

/**
 * Returns the words of a statement that could name tables, in lower case; others are not loaded. Names have letters,
 * digits and `_` only (chooseTableName). What a statement may do is decided elsewhere.
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

/** Returns a statement that reads a table's rows by stored number, because they would be ordered by value. */
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
 * Reads a table's rows in the file's order from `offset` (from 0); fewer than `limit` if too large. Throws
 * ObjectMissingError, `service_unavailable`.
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
