import type { CitedRange } from '@ecp/contract/work/sources';
import type { Cell } from '@ecp/contract/work/tables';
import type { Services } from '../../kernel/services.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import { type ReadableTable, readTableRows } from '../tables/read-table-rows.ts';
import { selectFileTables } from '../tables/reading/select-file-tables.ts';
import { findCitedCells } from './find-cited-cells.ts';
import { findCitedTable } from './find-cited-table.ts';

/** A quote beyond these rows is not looked for: the reader opens the table instead. */
const searchedRows = 1_000;
/** Rows on each side of the cited one. */
const rowsAround = 8;
/** Characters of a cell. */
const maxCellChars = 500;

/**
 * Reads the rows around the cells that a citation of a file quotes (SRC-3); its first rows where no row holds them. Null
 * for a file without tables and for a place that names none of its sheets. Error: `service_unavailable`.
 */
export async function readCitedRange(
  services: Pick<Services, 'database' | 'storage' | 'tables'>,
  tenantId: string,
  { attachmentId, place, words }: { attachmentId: string; place: string | null; words: string },
): Promise<{ tableId: string; range: CitedRange } | null> {
  const [tables] = await services.database.batchTenant(tenantId, [selectFileTables(tenantId, attachmentId)]);
  const table = findCitedTable(tables, place);
  const read = table && (await readStoredRows(services, tenantId, table));
  if (!read) return null;
  const cited = findCitedCells(read, words);
  const from = Math.max(0, (cited?.row ?? 0) - rowsAround);
  const range = {
    sheet: table.sheet,
    columns: table.columns,
    firstRow: from + 1,
    rows: read.slice(from, (cited?.row ?? from + rowsAround) + rowsAround + 1).map((row) => row.map(clip)),
    rowCount: table.row_count,
    citedRow: cited && cited.row + 1,
    citedColumns: cited?.columns ?? [],
  };
  return { tableId: table.id, range };
}

/** Reads the rows in which quotes are looked for; undefined when the table is no longer stored. */
async function readStoredRows(
  services: Pick<Services, 'storage' | 'tables'>,
  tenantId: string,
  table: ReadableTable,
): Promise<Cell[][] | undefined> {
  try {
    return await readTableRows(services, tenantId, table, { offset: 0, limit: searchedRows });
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined;
    throw error;
  }
}

const clip = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > maxCellChars ? `${cell.slice(0, maxCellChars)}…`.toWellFormed() : cell;
