import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { encodeQuery, type QueryRow, queryColumns } from './records/query-rows.ts';
import { type TableRow, toDataTable } from './records/table-rows.ts';

interface ExportedTableRow extends TableRow {
  engagement_id: string;
  sha256: string;
}

/** Exports the tables without their rows, which are those of the attached files (TAB-11). */
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

/** Exports the recorded queries with their results (TAB-11). */
export const exportedQueries: ExportPart<QueryRow> = {
  name: 'queries',
  page: pageOf('platform.queries', queryColumns),
  pageRows: 2,
  toRecord: (row) => encodeQuery(row, { engagementId: row.engagement_id }),
};
