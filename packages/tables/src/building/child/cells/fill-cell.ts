import type { ColumnBuffer } from '../storing/column-buffer.ts';
import type { Cell } from './cell.ts';
import type { ColumnType } from './choose-type.ts';
import { isMissing, readBoolean } from './read-boolean.ts';
import { readDate } from './read-date.ts';
import { readNumber } from './read-number.ts';

/**
 * Sets a cell of a column by the column's type; nothing for a cell without a value.
 * @returns the number that was set, else NaN
 */
export function fillCell(buffer: ColumnBuffer, row: number, cell: Cell, type: ColumnType): number {
  if (cell.kind === 'error') return Number.NaN;
  if (type.storage === 'text') buffer.setText(row, cell.text);
  else if (cell.kind === 'text' && isMissing(cell.text)) return Number.NaN;
  else if (type.storage === 'boolean') buffer.setBoolean(row, readBoolean(cell.text) === true);
  else if (type.storage === 'date') {
    const days = readDate(cell.text);
    buffer.setDate(row, days[type.dateForm] ?? days.iso ?? 0);
  } else return fillNumber(buffer, row, decimalOf(cell, type), type);
  return Number.NaN;
}

function decimalOf(cell: Cell, { decimalSign }: ColumnType): string {
  if (cell.kind === 'number') return cell.text;
  const number = readNumber(cell.text);
  return (decimalSign === '.' ? number?.byPoint : number?.byComma) ?? 'NaN';
}

function fillNumber(buffer: ColumnBuffer, row: number, decimal: string, { storage, scale }: ColumnType): number {
  const value = Number(decimal);
  if (storage === 'double') buffer.setDouble(row, value);
  else {
    const [whole = '', decimals = ''] = decimal.split('.');
    const digits = whole + decimals.padEnd(scale, '0');
    if (storage === 'wide') buffer.setWide(row, BigInt(digits));
    else buffer.setWhole(row, Number(digits));
  }
  return value;
}
