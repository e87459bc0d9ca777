import type { EngineTable } from '@ecp/contract/engine/tool-access';
import type { Cell } from '@ecp/contract/work/tables';
import type { Transaction } from '@ecp/database/database';
import { type TableRow, toDataTable } from '../records/table-rows.ts';

interface RunTableRow extends TableRow {
  sample: Cell[][];
}

/** Most tables of a run, and most characters of their descriptions. Tables of the newest files come before others. */
const maxTables = 200;
const maxLength = 1_000_000;

/** Lists the tables of an engagement for a run, with their first rows, from the newest file to the oldest (TAB-12). */
export async function listRunTables(tx: Transaction, tenantId: string, engagementId: string): Promise<EngineTable[]> {
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
