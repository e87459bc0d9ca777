import { Format, Formula, Workbook } from 'wasm-xlsxwriter';
import { type ChartData, columnName } from './chart-data.ts';

const chartSheet = 'Sheet1';

/** Writes the workbook of a chart: categories in column A, names of the columns in row 1. */
export function writeChartWorkbook({ columns }: ChartData): Uint8Array {
  const workbook = new Workbook();
  const sheet = workbook.addWorksheet();
  sheet.setName(chartSheet);
  const formats = new Map<string, Format>();
  const formatOf = (code: string) => {
    const format = formats.get(code) ?? new Format().setNumFormat(code);
    formats.set(code, format);
    return format;
  };
  for (const [column, { head, cells, format: formatOrFormats }] of columns.entries()) {
    if (head !== '') sheet.writeString(0, column, head);
    for (const [at, cell] of cells.entries()) {
      const row = at + 1;
      const format = typeof formatOrFormats === 'string' ? formatOrFormats : formatOrFormats?.[at];
      if (cell === null) continue;
      if (typeof cell === 'string') sheet.writeString(row, column, cell);
      else if (typeof cell === 'number') {
        if (format === undefined) sheet.writeNumber(row, column, cell);
        else sheet.writeNumberWithFormat(row, column, cell, formatOf(format));
      } else {
        const formula = new Formula(cell.formula).setResult(String(cell.value));
        sheet.writeFormulaWithFormat(row, column, formula, formatOf(format ?? 'General'));
      }
    }
  }
  return workbook.saveToBufferSync();
}

/** Returns the address of the cells of a column below its head. */
export function rangeOf(column: number, count: number): string {
  const name = columnName(column);
  return `${chartSheet}!$${name}$2:$${name}$${count + 1}`;
}

export const headOf = (column: number): string => `${chartSheet}!$${columnName(column)}$1`;
