import type { Statement } from '@ecp/database/statement';
import type { ReadableTable } from '../read-table-rows.ts';

/** A table of one file, to be read. */
export interface FileTable extends ReadableTable {
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
