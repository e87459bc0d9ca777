import type { TableColumn } from '@ecp/contract/work/tables';
import type { Transaction } from '@ecp/database/database';
import { type Statement, sql } from '@ecp/database/statement';
import type { ExportPart } from '../../kernel/export-part.ts';

/** A stored table, as a query reads it. */
interface StoredTable {
  id: string;
  name: string;
  sha256: string;
  storage_key: string;
}

/** A stored table with what it takes to read its rows. */
interface ReadableTable extends StoredTable {
  columns: TableColumn[];
  row_count: number;
}

interface RetainedTable {
  storageKey: string;
  isRetained: boolean;
}

/**
 * Retains those tables of an attachment that recorded queries have read, in the transaction that
 * deletes the attachment and before it does. Returns the stored tables that nothing needs any more,
 * or null if none is retained.
 */
export async function retainQueriedTables(
  tx: Transaction,
  tenantId: string,
  { engagementId, attachmentId }: { engagementId: string; attachmentId: string },
): Promise<string[] | null> {
  const { rows } = await tx.query(sql<RetainedTable>`with retained as (
      insert into platform.retained_tables
        (id, tenant_id, engagement_id, name, columns, row_count, sha256, storage_key, size_bytes)
      select t.id, t.tenant_id, t.engagement_id, t.name, t.columns, t.row_count, t.sha256,
        t.storage_key, t.size_bytes
      from platform.data_tables t
      where t.tenant_id = ${tenantId} and t.engagement_id = ${engagementId}
        and t.attachment_id = ${attachmentId} and exists (
          select from platform.queries q cross join lateral json_array_elements(q.tables) used
          where q.tenant_id = t.tenant_id and q.engagement_id = t.engagement_id
            and used ->> 'id' = t.id)
      returning id)
    select t.storage_key as "storageKey", retained.id is not null as "isRetained"
    from platform.data_tables t left join retained on retained.id = t.id
    where t.tenant_id = ${tenantId} and t.attachment_id = ${attachmentId}`);
  if (!rows.some(({ isRetained }) => isRetained)) return null;
  return rows.flatMap(({ storageKey, isRetained }) => (isRetained ? [] : [storageKey]));
}

/** Returns those of the stored tables that are not retained. */
export async function listUnretained(
  tx: Transaction,
  tenantId: string,
  storageKeys: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query(sql<{ storageKey: string }>`
    select storage_key as "storageKey" from platform.retained_tables
    where tenant_id = ${tenantId} and storage_key = any(${storageKeys})`);
  const retained = new Set(rows.map(({ storageKey }) => storageKey));
  return storageKeys.filter((key) => !retained.has(key));
}

/**
 * Selects the tables that a query has read: each as it was if it is still stored, else the present
 * one of its name. A table of which there is neither is missing.
 */
export function selectTablesOfQuery(
  tenantId: string,
  engagementId: string,
  tables: readonly Pick<StoredTable, 'name' | 'sha256'>[],
): Statement<StoredTable> {
  const used = JSON.stringify(tables);
  return sql<StoredTable>`select distinct on (used.name)
      stored.id, stored.name, stored.sha256, stored.storage_key
    from json_to_recordset(${used}::json) as used (name text, sha256 text)
    join (
      select id, name, sha256, storage_key, true as is_present from platform.data_tables
      where tenant_id = ${tenantId} and engagement_id = ${engagementId}
      union all
      select id, name, sha256, storage_key, false from platform.retained_tables
      where tenant_id = ${tenantId} and engagement_id = ${engagementId}
    ) stored on stored.name = used.name and (stored.is_present or stored.sha256 = used.sha256)
    order by used.name, stored.sha256 = used.sha256 desc, stored.is_present desc, stored.id`;
}

/** Selects the retained tables of an engagement that have one of the names, the oldest first. */
export function selectRetainedNamed(
  tenantId: string,
  engagementId: string,
  names: readonly string[],
): Statement<ReadableTable> {
  return sql<ReadableTable>`select id, name, sha256, storage_key, columns, row_count
    from platform.retained_tables
    where tenant_id = ${tenantId} and engagement_id = ${engagementId} and name = any(${names})
    order by created_at, id`;
}

interface ExportedRow extends Omit<ReadableTable, 'storage_key'> {
  engagement_id: string;
  created_at: Date;
}

/** The account export has every retained table, without its rows. */
export const exportedRetainedTables: ExportPart<ExportedRow> = {
  name: 'retainedTables',
  page: {
    text: `select id, engagement_id, name, sha256, columns, row_count, created_at
      from platform.retained_tables where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 50,
  toRecord: ({ id, name, sha256, columns, ...row }) => ({
    id,
    engagementId: row.engagement_id,
    name,
    columns,
    rowCount: row.row_count,
    sha256,
    createdAt: row.created_at.toISOString(),
  }),
};
