import type { AuthorKind } from '@ecp/contract/declaring/scalars';
import type { QueryListItem, TableColumn } from '@ecp/contract/work/tables';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { ColumnNaming } from '@ecp/tables/sql-names';
import { EncodedJson } from '../../kernel/encoded-json.ts';

/** A table that a query read, as it was then. */
export interface UsedTable {
  id: string;
  name: string;
  sha256: string;
}

export interface QueryOutcome {
  columns: TableColumn[];
  /** JSON text. */
  rows: string;
  rowCount: number;
  truncated: boolean;
  resultHash: string;
  tables: UsedTable[];
  naming: ColumnNaming;
}

export interface QueryItemRow {
  id: string;
  title: string | null;
  sql: string;
  row_count: number;
  truncated: boolean;
  result_hash: string;
  author_kind: Exclude<AuthorKind, 'client'>;
  author_id: string | null;
  author_name: string;
  created_at: Date;
}

export interface QueryRow extends QueryItemRow {
  engagement_id: string;
  columns: TableColumn[];
  /** JSON text. */
  rows: string;
  tables: UsedTable[];
}

/** A query of an agent, with its result or the reason why it has none. */
export interface AskedQueryRow extends QueryRow {
  refusal: string | null;
}

export const queryColumns = `id, title, sql, row_count, truncated, result_hash, author_kind, author_id, author_name,
  created_at, engagement_id, columns, rows, tables`;

export function toQueryItem(row: QueryItemRow, usedIn: string[]): QueryListItem {
  const { id, title, sql, truncated } = row;
  const result = { rowCount: row.row_count, truncated, resultHash: row.result_hash };
  return {
    id,
    title,
    sql,
    ...result,
    usedIn,
    createdBy: authorOf(row),
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Writes the wire form of a recorded query around the text of its rows. `more` are further fields.
 */
export function encodeQuery(row: QueryRow, more: object = {}): EncodedJson {
  const { id, title, sql, columns, rows, truncated } = row;
  const head = JSON.stringify({ ...more, id, title, sql, columns });
  const tail = JSON.stringify({
    rowCount: row.row_count,
    truncated,
    resultHash: row.result_hash,
    tables: row.tables.map((table) => ({ id: table.id, sha256: table.sha256 })),
    createdBy: authorOf(row),
    createdAt: row.created_at.toISOString(),
  });
  return new EncodedJson(`${head.slice(0, -1)},"rows":${rows},${tail.slice(1)}`);
}

/** Writes the form in which the engine gets a recorded query. */
export function encodeQueryForEngine({
  id,
  title,
  sql,
  columns,
  rows,
  truncated,
  ...row
}: QueryRow): EncodedJson {
  const head = JSON.stringify({ id, title, sql, columns });
  const tail = JSON.stringify({ truncated, resultHash: row.result_hash });
  return new EncodedJson(`${head.slice(0, -1)},"rows":${rows},${tail.slice(1)}`);
}

function authorOf({ author_kind: kind, author_id: id, author_name: name }: QueryItemRow) {
  return { kind, id, name };
}

export function selectQuery(
  tenantId: string,
  engagementId: string,
  queryId: string,
): Statement<QueryRow> {
  return {
    name: 'select_query',
    text: `select ${queryColumns} from platform.queries
      where tenant_id = $1 and engagement_id = $2 and id = $3 and refusal is null`,
    values: [tenantId, engagementId, queryId],
  };
}

/**
 * Finds a query of any engagement of the tenant, also one without a result; undefined when there is
 * none of that id.
 */
export async function findTenantQuery(
  database: Database,
  tenantId: string,
  queryId: string,
): Promise<AskedQueryRow | undefined> {
  const [[row]] = await database.batchTenant<[AskedQueryRow]>(tenantId, [
    {
      name: 'find_tenant_query',
      text: `select ${queryColumns}, refusal from platform.queries where tenant_id = $1 and id = $2`,
      values: [tenantId, queryId],
    },
  ]);
  return row;
}
