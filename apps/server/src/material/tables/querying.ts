import { buffer } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Cell, TableColumn } from '@ecp/contract/work/tables';
import { type ColumnNaming, nameColumns } from '@ecp/tables/sql-names';
import {
  programResultLimits,
  QueryFailedError,
  QueryRefusedError,
  type QueryResult,
  type ResultLimits,
} from '@ecp/tables/table-types';
import { encodeArray } from '../../kernel/encoded-json.ts';
import { serviceBusy, toRefusal } from '../../kernel/limits/refusals.ts';
import type { Services } from '../../kernel/services.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import { explainQueryError, type KnownNames } from './query-errors.ts';
import type { QueryOutcome } from './query-rows.ts';
import {
  type ReadableTable,
  type StoredTable,
  selectTablesNamed,
  selectTablesOf,
} from './table-rows.ts';

interface ExecutedQuery {
  engagementId: string;
  sql: string;
  /** True if a person waits: beyond the tenant's budget the query is refused at once. */
  isAwaited: boolean;
  /** How a recorded statement names columns. */
  naming?: ColumnNaming | undefined;
  /** The tables of a statement that runs again; by default those of now that it names. */
  tables?: readonly StoredTable[] | undefined;
}

/**
 * Runs a select over an engagement's tables. Errors: `query_refused`, `query_failed`,
 * `service_unavailable`.
 */
export async function executeQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  { engagementId, sql, isAwaited, naming, tables: formerTables }: ExecutedQuery,
): Promise<QueryOutcome> {
  const tables =
    formerTables ?? (await readPresentTables(services, tenantId, { engagementId, sql }));
  const { rows, ...result } = await explainFailures(services, tenantId, { engagementId, sql }, () =>
    runOverTables(services, tenantId, { tables, sql, isAwaited, naming }),
  );
  const read = tables.filter(({ name }) => result.tables.includes(name));
  const used = read.map(({ id, name, sha256 }) => ({ id, name, sha256 }));
  return { ...result, rows: await encodeArray(rows), tables: used };
}

/** A statement over the tables of an engagement. */
interface EngagementStatement {
  engagementId: string;
  sql: string;
}

/**
 * Runs a select of a program, which may have more rows than a query of a person or a model. Errors:
 * `query_refused`, `query_failed`, `service_unavailable`.
 */
export async function readProgramRows(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  statement: EngagementStatement,
): Promise<QueryResult> {
  const tables = await readPresentTables(services, tenantId, statement);
  const { sql } = statement;
  const request = { tables, sql, isAwaited: false, resultLimits: programResultLimits };
  return explainFailures(services, tenantId, statement, () =>
    runOverTables(services, tenantId, request),
  );
}

/** Reads the tables of now that a statement could name. */
async function readPresentTables(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
  { engagementId, sql }: EngagementStatement,
): Promise<readonly StoredTable[]> {
  const statement = selectTablesNamed(tenantId, engagementId, namesIn(sql));
  const [rows] = await database.batchTenant(tenantId, [statement]);
  return rows;
}

/** Throws the failure of a statement with the names that it could have used. */
async function explainFailures<Result>(
  services: Pick<Services, 'database'>,
  tenantId: string,
  statement: EngagementStatement,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const failure =
      error instanceof ObjectMissingError
        ? new QueryFailedError('table_unreadable', error.message)
        : error;
    if (!(failure instanceof QueryRefusedError || failure instanceof QueryFailedError)) throw error;
    const names = await readNames(services, tenantId, statement);
    throw explainQueryError(failure, statement.sql, names);
  }
}

/**
 * Reads the names that a statement could have used: all tables, and the columns of those that it
 * names.
 */
async function readNames(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
  { engagementId, sql }: { engagementId: string; sql: string },
): Promise<KnownNames> {
  const [rows] = await database.batchTenant(tenantId, [selectTablesOf(tenantId, engagementId)]);
  const written = new Set(namesIn(sql));
  const named = rows.filter(({ name }) => written.has(name));
  return {
    tables: rows.map(({ name }) => name),
    columns: named.flatMap(({ columns }) => nameColumns(columns.map(({ name }) => name))),
  };
}

interface QueryRequest {
  tables: readonly StoredTable[];
  sql: string;
  naming?: ColumnNaming | undefined;
  /** True if a person waits: beyond the tenant's budget the query is refused at once. */
  isAwaited: boolean;
  /** Limits the result; the default is that of a query. */
  resultLimits?: ResultLimits;
}

/** The longest wait for a free place and the query together. A query itself has 10 s. */
const limitMs = 60_000;

/**
 * Runs a select in the sandbox. Throws QueryRefusedError, QueryFailedError, ObjectMissingError for
 * a deleted table, and ApiError `service_unavailable`.
 */
export async function runOverTables(
  { tables: engine, storage }: Pick<Services, 'tables' | 'storage'>,
  tenantId: string,
  { tables, sql, isAwaited, naming, resultLimits }: QueryRequest,
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
      naming,
      isAwaited,
      signal,
      ...(resultLimits && { resultLimits }),
    });
  } catch (error) {
    if (signal.aborted) throw serviceBusy({ cause: error });
    throw toRefusal(error, (cause) => serviceBusy({ cause }));
  }
}

/**
 * Returns the words of a statement that could name tables, in lower case; others are not loaded.
 * Names have letters, digits and `_` only (chooseTableName). What a statement may do is decided
 * elsewhere.
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
 * Returns a statement that reads a table's rows by stored number, because they would be ordered by
 * value.
 */
export function selectPage(
  { name, columns }: { name: string; columns: readonly TableColumn[] },
  { limit, offset }: { limit: number; offset: number },
): string {
  const taken = new Set(nameColumns(columns.map((column) => column.name)));
  let number = 'row';
  while (taken.has(number)) number += '_';
  const page = `select * from "${name}" limit ${limit} offset ${offset}`;
  const numbered = `select *, row_number() over () as "${number}" from (${page})`;
  return `select * exclude ("${number}") from (${numbered}) order by "${number}"`;
}

/**
 * Reads a table's rows in the file's order from `offset` (from 0); fewer than `limit` if too large.
 * Throws ObjectMissingError, `service_unavailable`.
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

/**
 * Reads a page, and an eighth of it when it is too large. One row alone that is too large fails.
 */
async function readWithinLimit(
  read: (rows: number) => Promise<Cell[][]>,
  limit: number,
): Promise<Cell[][]> {
  try {
    return await read(limit);
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    if (error.reason !== 'result_too_large' || limit === 1)
      throw new ApiError('service_unavailable', { cause: error });
    return readWithinLimit(read, Math.ceil(limit / 8));
  }
}
