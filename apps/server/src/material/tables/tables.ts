import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineTable } from '@ecp/contract/engine/tool-access';
import type { Cell } from '@ecp/contract/work/tables';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../kernel/encoded-json.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import type { Services } from '../../kernel/services.ts';
import { missingAsNotFound } from '../../kernel/storage/object-storage.ts';
import { readOfEngagement } from '../engagements/engagement-rows.ts';
import { extractionWait } from '../sources/extraction.ts';
import { encodeQuery, type QueryRow, queryColumns } from './query-rows.ts';
import { readTableRows } from './querying.ts';
import { tableExtensions } from './table-building.ts';
import {
  type ReadableTable,
  selectReadableTable,
  selectTablesOf,
  selectWithoutTable,
  type TableRow,
  toDataTable,
} from './table-rows.ts';

/**
 * Lists tables in the order of files, and what gives none; waits up to ten seconds for reading.
 * Error: `not_found`.
 */
export async function listTables(
  context: RequestContext,
  engagementId: string,
): Promise<EncodedJson> {
  const { services, tenantId } = context;
  await prepareTables(services, tenantId, engagementId);
  const [rows, without] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectTablesOf(tenantId, engagementId),
    selectWithoutTable(tenantId, engagementId),
  ]);
  const tables = await encodeArray(rows.map(toDataTable));
  return new EncodedJson(`{"tables":${tables},"withoutTable":${await encodeArray(without)}}`);
}

/**
 * Reads rows from `offset` (from 0); fewer than `limit` if too large. Errors: `not_found`,
 * `service_unavailable`.
 */
export async function readTable(
  { services, tenantId }: RequestContext,
  {
    engagementId,
    tableId,
    offset,
    limit,
  }: { engagementId: string; tableId: string; offset: number; limit: number },
): Promise<EncodedJson> {
  const [[table]] = await services.database.batchTenant(tenantId, [
    selectReadableTable(tenantId, engagementId, tableId),
  ]);
  if (!table) throw new ApiError('not_found');
  const rows = await readTableRows(services, tenantId, table, { offset, limit }).catch(
    missingAsNotFound,
  );
  const head = JSON.stringify({ columns: table.columns });
  const tail = JSON.stringify({ offset, rowCount: table.row_count });
  return new EncodedJson(`${head.slice(0, -1)},"rows":${await encodeArray(rows)},${tail.slice(1)}`);
}

type PreparingServices = Pick<Services, 'database'>;

const pattern = `\\.(${tableExtensions.map((extension) => extension.slice(1)).join('|')})$`;

/** Waits up to 30 seconds for the tables of new files. Costs one statement when all are built. */
export async function prepareTables(
  services: PreparingServices,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const endMs = performance.now() + extractionWait.mostMs;
  for (;;) {
    if (!(await areBuilding(services, tenantId, engagementId)) || performance.now() > endMs) return;
    await delay(extractionWait.lookAgainMs);
  }
}

/** Tells whether recent files are still being read. */
async function areBuilding(
  { database }: PreparingServices,
  tenantId: string,
  engagementId: string,
): Promise<boolean> {
  const [[found]] = await database.batchTenant<[{ unread: boolean }]>(tenantId, [
    {
      name: 'find_unbuilt_tables',
      text: `select
          coalesce(bool_or(coalesce(b.ordered_at, a.created_at) > now() - $4::interval
            and (b.state = 'pending' or b.state is null and a.extraction_state = 'pending')), false) as unread
        from platform.attachments a
        left join platform.table_builds b on b.tenant_id = a.tenant_id and b.attachment_id = a.id
        where a.tenant_id = $1 and a.engagement_id = $2 and a.filename ~* $3`,
      values: [tenantId, engagementId, pattern, extractionWait.freshInterval],
    },
  ]);
  return found?.unread ?? false;
}

interface RunTableRow extends TableRow {
  sample: Cell[][];
}

/**
 * Limits the tables of a run, and their descriptions in characters. Tables of the newest files come
 * before others.
 */
const maxTables = 200;
const maxLength = 1_000_000;

/**
 * Lists the tables of an engagement for a run, with their first rows, from the newest file to the
 * oldest.
 */
export async function listRunTables(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<EngineTable[]> {
  const { rows } = await tx.query<RunTableRow>({
    name: 'list_run_tables',
    text: `select id, attachment_id, filename, sheet, hidden, name, columns, row_count, left_out, remarks, sample from (
        select t.*, a.filename, a.created_at as attached_at, row_number() over newest as number,
          sum(length(t.columns::text) + length(t.sample::text) + length(t.remarks::text)) over newest as length_so_far
        from platform.data_tables t
        join platform.attachments a on a.tenant_id = t.tenant_id and a.id = t.attachment_id
        where t.tenant_id = $1 and t.engagement_id = $2
        window newest as (order by a.created_at desc, a.id desc, t.ordinal)
      ) counted
      where number <= $3 and length_so_far <= $4 order by number`,
    values: [tenantId, engagementId, maxTables, maxLength],
  });
  return rows.map((row) => ({ ...toDataTable(row), sample: row.sample }));
}

interface FileTable extends ReadableTable {
  sheet: string | null;
}

/** Selects the tables of a file in its own order. */
export function selectFileTables(tenantId: string, attachmentId: string): Statement<FileTable> {
  return {
    name: 'select_file_tables',
    text: `select id, name, sha256, storage_key, columns, row_count, sheet from platform.data_tables
      where tenant_id = $1 and attachment_id = $2 order by ordinal limit 1000`,
    values: [tenantId, attachmentId],
  };
}

interface ExportedTableRow extends TableRow {
  engagement_id: string;
  sha256: string;
}

export const exportedTables: ExportPart<ExportedTableRow> = {
  name: 'tables',
  page: {
    text: `select t.id, t.attachment_id, a.filename, t.sheet, t.hidden, t.name, t.columns, t.row_count, t.engagement_id,
        t.sha256, t.left_out, t.remarks
      from platform.data_tables t
      join platform.attachments a on a.tenant_id = t.tenant_id and a.id = t.attachment_id
      where t.tenant_id = $1 and t.id > $2 order by t.id limit $3`,
  },
  pageRows: 50,
  toRecord: (row) => ({ ...toDataTable(row), engagementId: row.engagement_id, sha256: row.sha256 }),
};

export const exportedQueries: ExportPart<QueryRow> = {
  name: 'queries',
  page: {
    text: `select ${queryColumns} from platform.queries
      where tenant_id = $1 and id > $2 and refusal is null order by id limit $3`,
  },
  pageRows: 2,
  toRecord: (row) => encodeQuery(row, { engagementId: row.engagement_id }),
};
