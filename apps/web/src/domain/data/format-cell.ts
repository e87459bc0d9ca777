import type { Cell, TableColumn } from './queries.ts';

/** Up to fifteen digits are exact in a number, and no cell hides the digits that it has. */
const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 10 });

/**
 * Formats a cell for people: numbers with thousands separators and all their digits. A cell of a column in `%` holds a
 * share, 0.12 for 12 % (contract 10). Empty cells are empty texts.
 */
export function formatCell(cell: Cell, { unit }: Pick<TableColumn, 'unit'>): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'string') return cell;
  return unit === '%' ? percent.format(cell) : plain.format(cell);
}

/** Formats a number with its unit, as in “4,812,000 EUR”. A number in `%` is one of a hundred. */
export function formatQuantity(value: number, unit: string | null): string {
  const number = plain.format(value);
  if (unit === null) return number;
  return unit === '%' ? `${number}%` : `${number} ${unit}`;
}
