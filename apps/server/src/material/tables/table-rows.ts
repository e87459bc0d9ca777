import {
  type DataTable,
  type LeftOut,
  type TableColumn,
  type TableRemark,
  type WithoutTable,
  withoutTableReasons,
} from '@ecp/contract/work/tables';
import type { Statement } from '@ecp/database/statement';
import { nameColumns } from '@ecp/tables/sql-names';

export interface TableRow {
  id: string;
  attachment_id: string;
  filename: string;
  sheet: string | null;
  hidden: boolean;
  name: string;
  columns: TableColumn[];
  row_count: number;
  left_out: LeftOut;
  remarks: TableRemark[];
}

/** Limits the tables in one response. */
const maxListed = 1_000;

export function toDataTable(row: TableRow): DataTable {
  return {
    id: row.id,
    attachmentId: row.attachment_id,
    filename: row.filename,
    sheet: row.sheet,
    hidden: row.hidden,
    name: row.name,
    columns: nameSql(row.columns),
    rowCount: row.row_count,
    leftOut: row.left_out,
    remarks: row.remarks,
  };
}

/** Adds the names of columns in queries. */
function nameSql(columns: readonly TableColumn[]): DataTable['columns'] {
  const names = nameColumns(columns.map(({ name }) => name));
  return columns.map((column, at) => ({ ...column, sqlName: names[at] ?? column.name }));
}

/**
 * Selects an engagement's tables in the order of their files, and in each file in its own order.
 */
export function selectTablesOf(tenantId: string, engagementId: string): Statement<TableRow> {
  return {
    name: 'select_tables_of',
    text: `select t.id, t.attachment_id, a.filename, t.sheet, t.hidden, t.name, t.columns, t.row_count,
        t.left_out, t.remarks
      from platform.data_tables t
      join platform.attachments a on a.tenant_id = t.tenant_id and a.id = t.attachment_id
      where t.tenant_id = $1 and t.engagement_id = $2 order by a.created_at, a.id, t.ordinal limit $3`,
    values: [tenantId, engagementId, maxListed],
  };
}

/** Selects the sheets and files of an engagement that give no table, in the order of the files. */
export function selectWithoutTable(
  tenantId: string,
  engagementId: string,
  limit = maxListed,
): Statement<WithoutTable> {
  return {
    name: 'select_without_table',
    text: `select b.attachment_id as "attachmentId", a.filename, part.sheet, part.reason
      from platform.table_builds b
      join platform.attachments a on a.tenant_id = b.tenant_id and a.id = b.attachment_id
      cross join lateral (
        select null as sheet, b.problem as reason where b.problem is not null
        union all select unread.sheet, unread.reason from json_to_recordset(b.unread) as unread (sheet text, reason text)
      ) part
      where b.tenant_id = $1 and b.engagement_id = $2 and part.reason = any($3)
      order by a.created_at, a.id limit $4`,
    values: [tenantId, engagementId, withoutTableReasons, limit],
  };
}

/** The part of a table's row that a query needs. */
export interface StoredTable {
  id: string;
  name: string;
  sha256: string;
  storage_key: string;
}

/** Selects the engagement's tables that have one of the names, in lower case as all names are. */
export function selectTablesNamed(
  tenantId: string,
  engagementId: string,
  names: string[],
): Statement<ReadableTable> {
  return {
    name: 'select_tables_named',
    text: `select id, name, sha256, storage_key, columns, row_count from platform.data_tables
      where tenant_id = $1 and engagement_id = $2 and name = any($3) order by name`,
    values: [tenantId, engagementId, names],
  };
}

/** A table with what it takes to read its rows. */
export interface ReadableTable extends StoredTable {
  columns: TableColumn[];
  row_count: number;
}

export function selectReadableTable(
  tenantId: string,
  engagementId: string,
  tableId: string,
): Statement<ReadableTable> {
  return {
    name: 'select_readable_table',
    text: `select id, name, sha256, storage_key, columns, row_count from platform.data_tables
      where tenant_id = $1 and engagement_id = $2 and id = $3`,
    values: [tenantId, engagementId, tableId],
  };
}
