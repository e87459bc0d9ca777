import { readDateCell, readNumberCell } from '@ecp/language/cells';
import type { ColumnBuffer } from '../storing/column-buffer.ts';
import { type Cell, shownText } from './cell.ts';
import type { ColumnType } from './choose-type.ts';
import { isMissing, readBoolean } from './read-boolean.ts';

/** Sets a cell of a column by the column's type; nothing for a cell without a value. */
export function fillCell(buffer: ColumnBuffer, row: number, cell: Cell, type: ColumnType): void {
  if (cell.kind === 'error' || cell.kind === 'uncomputed') return;
  if (type.storage === 'text') buffer.setText(row, shownText(cell));
  else if (cell.kind === 'text' && isMissing(cell.text)) return;
  else if (type.storage === 'boolean') buffer.setBoolean(row, readBoolean(cell.text));
  else if (type.storage === 'date') {
    const days = readDateCell(cell.text);
    buffer.setDate(row, days[type.dateForm] ?? days.iso ?? 0);
  } else fillNumber(buffer, row, decimalOf(cell, type), type);
}

/** Reads the number of a cell of a column; NaN if it has none. */
export function numberOf(cell: Cell | null, type: ColumnType): number {
  if (cell === null || type.storage === 'text' || type.storage === 'boolean' || type.storage === 'date')
    return Number.NaN;
  return cell.kind === 'number' || cell.kind === 'text' ? Number(decimalOf(cell, type)) : Number.NaN;
}

function decimalOf(cell: Cell, { decimalSign }: ColumnType): string {
  if (cell.kind === 'number') return cell.text;
  const number = readNumberCell(cell.text);
  return (decimalSign === '.' ? number?.byPoint : number?.byComma) ?? 'NaN';
}

function fillNumber(buffer: ColumnBuffer, row: number, decimal: string, { storage, scale }: ColumnType): void {
  if (storage === 'double') buffer.setDouble(row, Number(decimal));
  else {
    const [whole = '', decimals = ''] = decimal.split('.');
    const digits = whole + decimals.padEnd(scale, '0');
    if (storage === 'wide') buffer.setWide(row, BigInt(digits));
    else buffer.setWhole(row, Number(digits));
  }
}
