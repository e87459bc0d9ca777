import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import { chooseTableName } from '@ecp/tables/building/build-tables';
import type { BuiltTable, BuiltTables, ResultCell } from '@ecp/tables/table-types';
import { lockEngagement } from '../../engagements/engagement-rows.ts';

/** A table whose Parquet is stored. Its name is chosen anew among those of the engagement. */
export interface TableToRecord extends Omit<BuiltTable, 'parquet'> {
  /** Order in the file, from 0. */
  ordinal: number;
  storageKey: string;
  sizeBytes: number;
  sample: ResultCell[][];
}

/** Sheets without a table that are recorded of a file. */
const maxUnread = 1_000;

interface Target {
  tenantId: string;
  engagementId: string;
  attachmentId: string;
}

/** Tells whether the tables of an attachment have been built. */
export async function isBuilt(database: Database, tenantId: string, attachmentId: string): Promise<boolean> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'select_table_build',
      text: `select from platform.table_builds where tenant_id = $1 and attachment_id = $2 and state = 'built'`,
      values: [tenantId, attachmentId],
    },
  ]);
  return rows.length > 0;
}

/**
 * Records the tables of an attachment, once, under names that are unique in the engagement. Returns false when the
 * attachment has been deleted.
 */
export async function recordTables(
  database: Database,
  { tenantId, engagementId, attachmentId }: Target,
  built: Pick<BuiltTables, 'problem' | 'unread'> & { tables: TableToRecord[] },
): Promise<boolean> {
  return database.withTenant(tenantId, async (tx) => {
    // Names are chosen one file after the other.
    if (!(await lockEngagement(tx, tenantId, engagementId))) return false;
    const { rows } = await tx.query<{ state: 'pending' | 'built' | null }>({
      name: 'lock_table_build',
      text: `select b.state from platform.attachments a
        left join platform.table_builds b on b.tenant_id = a.tenant_id and b.attachment_id = a.id
        where a.tenant_id = $1 and a.id = $2 for update of a`,
      values: [tenantId, attachmentId],
    });
    const [attachment] = rows;
    if (!attachment) return false;
    if (attachment.state === 'built') return true;
    await tx.query({
      name: 'record_table_build',
      text: `insert into platform.table_builds (tenant_id, engagement_id, attachment_id, state, problem, unread)
        values ($1, $2, $3, 'built', $4, $5)
        on conflict (tenant_id, attachment_id) do update
          set state = excluded.state, problem = excluded.problem, unread = excluded.unread`,
      values: [tenantId, engagementId, attachmentId, built.problem, JSON.stringify(built.unread.slice(0, maxUnread))],
    });
    if (built.tables.length > 0) await insertTables(tx, { tenantId, engagementId, attachmentId }, built.tables);
    return true;
  });
}

async function insertTables(
  tx: Transaction,
  { tenantId, engagementId, attachmentId }: Target,
  tables: readonly TableToRecord[],
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'list_table_names',
    text: 'select name from platform.data_tables where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  const taken = new Set(rows.map(({ name }) => name));
  await tx.query({
    name: 'insert_tables',
    text: `insert into platform.data_tables (tenant_id, engagement_id, attachment_id, id, ordinal, sheet, hidden, name,
        columns, row_count, sha256, sample, storage_key, size_bytes, left_out, remarks)
      select $1, $2, $3, * from unnest($4::text[], $5::integer[], $6::text[], $7::boolean[], $8::text[], $9::json[],
        $10::bigint[], $11::text[], $12::json[], $13::text[], $14::bigint[],
        $15::json[], $16::json[])`,
    values: [
      tenantId,
      engagementId,
      attachmentId,
      tables.map(() => createId()),
      tables.map(({ ordinal }) => ordinal),
      tables.map(({ sheet }) => sheet),
      tables.map(({ isHidden }) => isHidden),
      tables.map(({ name }) => chooseTableName(name, taken)),
      tables.map(({ columns }) => JSON.stringify(columns)),
      tables.map(({ rowCount }) => rowCount),
      tables.map(({ sha256 }) => sha256),
      tables.map(({ sample }) => JSON.stringify(sample)),
      tables.map(({ storageKey }) => storageKey),
      tables.map(({ sizeBytes }) => sizeBytes),
      tables.map(({ leftOut }) => JSON.stringify(leftOut)),
      tables.map(({ remarks }) => JSON.stringify(remarks)),
    ],
  });
}
