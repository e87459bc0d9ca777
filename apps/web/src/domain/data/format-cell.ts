import type { Cell, TableColumn } from './queries.ts';

/** Up to fifteen digits are exact in a number, and no cell hides the digits that it has. */
const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 10 });

/**
 * Returns whether the cells of a column in `%` hold shares, 0.12 for 12 %. The text `12 %` of a delimited file is 12,
 * and both have the unit `%` (contract 10), so that only the values tell: no share is more than 1.
 */
export function areShares(cells: readonly Cell[], { unit }: Pick<TableColumn, 'unit'>): boolean {
  return unit === '%' && cells.every((cell) => typeof cell !== 'number' || Math.abs(cell) <= 1);
}

/**
 * Formats a cell for people: numbers with thousands separators and all their digits, shares as percentages. Empty cells
 * are empty texts.
 */
export function formatCell(cell: Cell, { isShare }: { isShare: boolean }): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'string') return cell;
  return isShare ? percent.format(cell) : plain.format(cell);
}

/** Formats a number with its unit, as in “4,812,000 EUR”. A number in `%` is one of a hundred. */
export function formatQuantity(value: number, unit: string | null): string {
  const number = plain.format(value);
  if (unit === null) return number;
  return unit === '%' ? `${number}%` : `${number} ${unit}`;
}
