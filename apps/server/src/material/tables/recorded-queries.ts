import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineQuery } from '@ecp/contract/engine/tool-access';
import type { TableColumn } from '@ecp/contract/work/tables';
import type { Database, Transaction } from '@ecp/database/database';
import { type Statement, sql } from '@ecp/database/statement';
import type { EncodedJson } from '../../kernel/encoded-json.ts';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import { encodeQuery, type QueryItemRow, type QueryRow, queryColumns } from './query-rows.ts';

interface RunQueryRow {
  id: string;
  title: string | null;
  sql: string;
  columns: TableColumn[];
  rows: string;
  truncated: boolean;
  result_hash: string;
}

/** Limits the queries of a run, and the bytes of one and of all together. */
const maxQueries = 400;
const maxBytesOfQuery = 50_000;
const maxBytesOfRun = 1_000_000;

/** Lists a run's newest recorded queries, newest first, without large results. */
export async function listRunQueries(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<EngineQuery[]> {
  const { rows } = await tx.query<RunQueryRow>({
    name: 'list_run_queries',
    text: `select q.id, q.title, q.sql, q.columns, q.rows, q.truncated, q.result_hash from (
        select tenant_id, id, number, sum(bytes) over (order by number) as bytes_so_far from (
          select tenant_id, id, rows_bytes + octet_length(sql) + octet_length(columns::text) as bytes,
            row_number() over (order by created_at desc, id desc) as number
          from platform.queries
          where tenant_id = $1 and engagement_id = $2 and refusal is null
            and rows_bytes + octet_length(sql) + octet_length(columns::text) <= $3
        ) fitting
      ) chosen
      join platform.queries q on q.tenant_id = chosen.tenant_id and q.id = chosen.id
      where q.tenant_id = $1 and number <= $4 and bytes_so_far <= $5 order by number`,
    values: [tenantId, engagementId, maxBytesOfQuery, maxQueries, maxBytesOfRun],
  });
  return rows.map(toEngineQuery);
}

/** Reads the results of the queries that agents made for tasks of a run, oldest first. */
export async function readTaskQueries(
  database: Database,
  { tenantId, runId }: Pick<RunTarget, 'tenantId' | 'runId'>,
  taskIds: readonly string[],
): Promise<EngineQuery[]> {
  const [rows] = await database.batchTenant<[RunQueryRow]>(tenantId, [
    {
      name: 'read_task_queries',
      text: `select id, title, sql, columns, rows, truncated, result_hash from platform.queries
        where tenant_id = $1 and run_id = $2 and task_id = any($3) and refusal is null
        order by created_at, id`,
      values: [tenantId, runId, taskIds],
    },
  ]);
  return rows.map(toEngineQuery);
}

/** Reads queries of an engagement by their ids, with their results. */
export async function readQueriesById(
  database: Database,
  { tenantId, engagementId }: { tenantId: string; engagementId: string },
  ids: readonly string[],
): Promise<EngineQuery[]> {
  const [rows] = await database.batchTenant<[RunQueryRow]>(tenantId, [
    sql<RunQueryRow>`select id, title, sql, columns, rows, truncated, result_hash
      from platform.queries
      where tenant_id = ${tenantId} and engagement_id = ${engagementId} and id = any(${ids})
        and refusal is null
      order by created_at, id`,
  ]);
  return rows.map(toEngineQuery);
}

function toEngineQuery({
  result_hash: resultHash,
  rows: text,
  ...query
}: RunQueryRow): EngineQuery {
  return { ...query, rows: JSON.parse(text) as EngineQuery['rows'], resultHash };
}

/** A recorded query without its result. */
export interface QueryHead {
  id: string;
  title: string | null;
  sql: string;
  resultHash: string;
}

interface HeadRow {
  id: string;
  title: string | null;
  sql: string;
  result_hash: string;
}

export interface StoredResult {
  columns: TableColumn[];
  /** JSON text. */
  rows: string;
}

interface ResultRow extends StoredResult {
  id: string;
}

/** Limits the bytes of rows that one call reads, in UTF-8. */
const maxRowsBytes = 32 * 1024 * 1024;

/**
 * Reads recorded queries of an engagement without their results, by id. Those of other engagements
 * are missing.
 */
export async function readQueryHeads(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<Map<string, QueryHead>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.batchTenant<[HeadRow]>(tenantId, [
    {
      name: 'read_query_heads',
      text: `select id, title, sql, result_hash from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3) and refusal is null`,
      values: [tenantId, engagementId, ids],
    },
  ]);
  return new Map(
    rows.map(({ result_hash: resultHash, ...row }) => [row.id, { ...row, resultHash }]),
  );
}

/**
 * Reads results of recorded queries of an engagement, by id, as many as fit into 32 MB together.
 */
export async function readQueryResults(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<Map<string, StoredResult>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.batchTenant<[ResultRow]>(tenantId, [
    {
      name: 'read_query_results',
      text: `select q.id, q.columns, q.rows from platform.queries q
        join (select id, sum(rows_bytes) over (order by rows_bytes, id) as bytes_through from platform.queries
          where tenant_id = $1 and engagement_id = $2 and id = any($3) and refusal is null) sized on sized.id = q.id
        where q.tenant_id = $1 and q.engagement_id = $2 and sized.bytes_through <= $4`,
      values: [tenantId, engagementId, ids, maxRowsBytes],
    },
  ]);
  return new Map(rows.map(({ id, columns, rows: text }) => [id, { columns, rows: text }]));
}

/** Limits the bytes of all results together. */
const maxBytesWhole = 100 * 1_048_576;

/**
 * Reads recorded queries by id with whole results, known ids only. Error: `document_too_large` over
 * 100 MB.
 */
export async function readQueriesWhole(
  database: Database,
  tenantId: string,
  engagementId: string,
  queryIds: string[],
): Promise<Map<string, EncodedJson>> {
  const values = [tenantId, engagementId, queryIds];
  const [[sum]] = await database.batchTenant<[{ bytes: number }]>(tenantId, [
    {
      name: 'sum_query_bytes',
      text: `select coalesce(sum(rows_bytes), 0)::bigint as bytes from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3) and refusal is null`,
      values,
    },
  ]);
  if ((sum?.bytes ?? 0) > maxBytesWhole) throw new ApiError('document_too_large');
  const [rows] = await database.batchTenant<[QueryRow]>(tenantId, [
    {
      name: 'read_queries_whole',
      text: `select ${queryColumns} from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3) and refusal is null order by created_at, id`,
      values,
    },
  ]);
  return new Map(rows.map((row) => [row.id, encodeQuery(row)]));
}

/** A recorded query with the beginning of its result. */
export type CitedQueryRow = QueryItemRow &
  Pick<QueryRow, 'columns' | 'tables'> & {
    /** The first characters of the rows' JSON text. */
    first_rows: string;
  };

/** Characters of a result from which its first rows are printed. */
const firstCharacters = 8_000;

/**
 * Selects recorded queries by id, for papers that show how figures were made; long results are cut.
 */
export function selectCitedQueries(
  tenantId: string,
  engagementId: string,
  queryIds: string[],
): Statement<CitedQueryRow> {
  return {
    name: 'select_cited_queries',
    text: `select id, title, sql, row_count, truncated, result_hash, author_kind, author_id, author_name, created_at,
        columns, tables, left(rows, $4) as first_rows
      from platform.queries
      where tenant_id = $1 and engagement_id = $2 and id = any($3) and refusal is null`,
    values: [tenantId, engagementId, queryIds, firstCharacters],
  };
}

/**
 * Reads the titles of recorded queries of an engagement by their ids; null for one without a title.
 */
export async function listQueryTitles(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ id: string; title: string | null }]>(tenantId, [
    {
      name: 'list_query_titles',
      text: `select id, title from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3) and refusal is null`,
      values: [tenantId, engagementId, ids],
    },
  ]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Selects whether a table that a recorded query has read is gone, because its file was deleted. */
export function selectLosesTables(
  tenantId: string,
  engagementId: string,
  queryId: string,
): Statement<{ loses_tables: boolean }> {
  return {
    name: 'select_loses_tables',
    text: `select exists (
        select from json_array_elements(q.tables) used where not exists (
          select from platform.data_tables t
          where t.tenant_id = q.tenant_id and t.engagement_id = q.engagement_id and t.name = used ->> 'name'
        )
      ) as loses_tables
      from platform.queries q where q.tenant_id = $1 and q.engagement_id = $2 and q.id = $3`,
    values: [tenantId, engagementId, queryId],
  };
}
