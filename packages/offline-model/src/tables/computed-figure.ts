import type { Frame } from '../frame/en.ts';
import { compareDecimals, type Decimal, divideDecimals } from '../numbers/decimal.ts';
import { isCurrency, type NumberFormat } from '../numbers/number-format.ts';
import type { NumberColumn } from './table-shape.ts';

/** A figure that is computed from all rows of a table: its name, its value and how it was computed. */
export interface ComputedFigure {
  name: string;
  value: string;
  how: string;
}

/** The words and number forms in which figures are written. */
export interface FigureWriter {
  frame: Frame;
  format: NumberFormat;
}

/** Returns a ratio in percent with one decimal. */
export function inPercent(part: Decimal, whole: Decimal): Decimal {
  return divideDecimals({ units: part.units * 100n, scale: part.scale }, whole, 1);
}

/** Returns the first entry with the highest value and the last with the lowest, in one pass. */
export function findEnds<Entry>(
  entries: readonly Entry[],
  read: (entry: Entry) => Decimal,
): [highest: Entry | undefined, lowest: Entry | undefined] {
  let [highest, lowest] = [entries[0], entries[0]];
  for (const entry of entries) {
    if (highest && compareDecimals(read(entry), read(highest)) > 0) highest = entry;
    if (lowest && compareDecimals(read(entry), read(lowest)) <= 0) lowest = entry;
  }
  return [highest, lowest];
}

/** Names a number with the unit of its column: "1,200 EUR". Percent signs follow the language. */
export function withUnit(value: Decimal, { unit }: Pick<NumberColumn, 'unit'>, { format }: FigureWriter): string {
  if (unit === '%') return format.percent(value);
  return isCurrency(unit) ? format.money(value, unit) : format.number(value);
}
