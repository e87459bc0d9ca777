import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Absence } from '@ecp/documents/workbook/book-words';
import { encodeRows } from '@ecp/documents/workbook/rows';
import { type EncodedRows, maxWorkbookCells } from '@ecp/documents/workbook/workbook-files';
import { ObjectMissingError } from '../../../kernel/storage/object-storage.ts';
import { readTableRows } from '../../../material/tables/querying.ts';
import type { CitedQueryRow } from '../../../material/tables/recorded-queries.ts';
import { readQueryResults } from '../../../material/tables/recorded-queries.ts';
import { selectReadableTable, type TableRow } from '../../../material/tables/table-rows.ts';
import type { ReportOwner } from '../report-content.ts';

/** The rows that a workbook gets, and why it lacks those of others, by their indexes. */
interface WorkbookRows {
  parts: EncodedRows[];
  absentQueries: ReadonlyMap<number, Absence>;
  absentTables: ReadonlyMap<number, Absence>;
}

interface Wanted {
  engagementId: string;
  queries: readonly (CitedQueryRow | null)[];
  tables: readonly TableRow[];
  signal: AbortSignal;
}

/** Cells of a page of a table, which is read in some milliseconds. */
const cellsOfPage = 20_000;
const mostRows = { page: 1_000, sheet: 1_000_000 };

/**
 * Reads the rows of queries and tables, page by page, as many as fit into one workbook. What does
 * not fit is left out whole, with the reason.
 */
export async function readWorkbookRows(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  { engagementId, queries, tables, signal }: Wanted,
): Promise<WorkbookRows> {
  const parts: EncodedRows[] = [];
  const absent = { query: new Map<number, Absence>(), table: new Map<number, Absence>() };
  let room = maxWorkbookCells;

  /** Takes room for a table or query. False if there is not enough. */
  const takeRoom = (
    kind: keyof typeof absent,
    index: number,
    rows: number,
    columns: number,
  ): boolean => {
    if (rows <= mostRows.sheet && rows * columns <= room) {
      room -= rows * columns;
      return true;
    }
    absent[kind].set(index, { kind: 'size', rows, columns, most: maxWorkbookCells });
    return false;
  };

  const chosen = queries.flatMap((query, index) =>
    query && takeRoom('query', index, query.row_count, query.columns.length)
      ? [{ id: query.id, index }]
      : [],
  );
  const results = await readQueryResults(
    services.database,
    tenantId,
    engagementId,
    chosen.map(({ id }) => id),
  );
  for (const { id, index } of chosen) {
    const result = results.get(id);
    if (!result) absent.query.set(index, { kind: 'results_size' });
    else parts.push({ kind: 'query', index, form: 'array', chunks: [Buffer.from(result.rows)] });
    await setImmediate();
  }
  for (const [index, { id, columns, row_count: rowCount }] of tables.entries()) {
    if (!takeRoom('table', index, rowCount, columns.length)) continue;
    try {
      parts.push({
        kind: 'table',
        index,
        form: 'lines',
        chunks: await readPages(id, columns.length),
      });
    } catch (error) {
      if (!(error instanceof ObjectMissingError)) throw error;
      absent.table.set(index, { kind: 'deleted' });
    }
  }
  return { parts, absentQueries: absent.query, absentTables: absent.table };

  async function readPages(tableId: string, width: number): Promise<Uint8Array[]> {
    const [[table]] = await services.database.batchTenant(tenantId, [
      selectReadableTable(tenantId, engagementId, tableId),
    ]);
    if (!table) throw new ObjectMissingError(tableId);
    const limit = Math.min(
      mostRows.page,
      Math.max(1, Math.floor(cellsOfPage / Math.max(1, width))),
    );
    const chunks: Uint8Array[] = [];
    for (let offset = 0; offset < table.row_count; ) {
      if (signal.aborted) throw new ApiError('request_timeout', { cause: signal.reason });
      const rows = await readTableRows(services, tenantId, table, { offset, limit });
      if (rows.length === 0) break;
      chunks.push(...(await encodeRows(rows)));
      offset += rows.length;
    }
    return chunks;
  }
}
