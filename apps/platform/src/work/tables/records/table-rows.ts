import type { DataTable, TableColumn } from '@ecp/contract/work/tables';
import type { Statement } from '@ecp/database/statement';

/** A row of platform.data_tables with the name of its file. */
export interface TableRow {
  id: string;
  attachment_id: string;
  filename: string;
  sheet: string | null;
  hidden: boolean;
  name: string;
  columns: TableColumn[];
  row_count: number;
}

/** Most tables in one response. */
const maxListed = 1_000;

/** Turns a row into the wire form (TAB-1). */
export function toDataTable(row: TableRow): DataTable {
  return {
    id: row.id,
    attachmentId: row.attachment_id,
    filename: row.filename,
    sheet: row.sheet,
    hidden: row.hidden,
    name: row.name,
    columns: row.columns,
    rowCount: row.row_count,
  };
}

/** Selects an engagement's tables in the order of their files, and in each file in its own order. */
export function selectTablesOf(tenantId: string, engagementId: string): Statement<TableRow> {
  return {
    name: 'select_tables_of',
    text: `select t.id, t.attachment_id, a.filename, t.sheet, t.hidden, t.name, t.columns, t.row_count
      from platform.data_tables t
      join platform.attachments a on a.tenant_id = t.tenant_id and a.id = t.attachment_id
      where t.tenant_id = $1 and t.engagement_id = $2 order by a.created_at, a.id, t.ordinal limit $3`,
    values: [tenantId, engagementId, maxListed],
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
export function selectTablesNamed(tenantId: string, engagementId: string, names: string[]): Statement<StoredTable> {
  return {
    name: 'select_tables_named',
    text: `select id, name, sha256, storage_key from platform.data_tables
      where tenant_id = $1 and engagement_id = $2 and name = any($3) order by name`,
    values: [tenantId, engagementId, names],
  };
}
