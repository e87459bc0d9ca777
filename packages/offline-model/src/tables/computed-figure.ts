import type { Frame } from '../frame/en.ts';
import { type Decimal, divideDecimals } from '../numbers/decimal.ts';
import type { NumberFormat } from '../numbers/number-format.ts';
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

/** Names a number with the unit of its column: "1,200 EUR". Percent signs follow the language. */
export function withUnit(value: Decimal, { unit }: Pick<NumberColumn, 'unit'>, { format }: FigureWriter): string {
  if (unit === '%') return format.percent(value);
  return /^(?:[$€£¥₹₩円]|US\$|EUR|USD|GBP|CHF|JPY)$/.test(unit) ? format.money(value, unit) : format.number(value);
}
