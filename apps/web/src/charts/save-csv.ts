import { saveBlob } from '../api/save-download.ts';
import type { ChartTable } from './chart-table.ts';
import { toCsv } from './to-csv.ts';

/** Saves the numbers behind a chart as a file. A byte order mark tells spreadsheets that it is UTF-8. */
export function saveCsv<T>(name: string, table: ChartTable<T>): void {
  saveBlob(new Blob(['\uFEFF', toCsv(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}
