import type { Frame } from '../frame/en.ts';
import { compareDecimals, type Decimal, divideDecimals } from '../numbers/decimal.ts';
import { isCurrency, type NumberFormat } from '../numbers/number-format.ts';
import type { NumberColumn } from './table-shape.ts';

/**
 * One value of a figure: the row or group that it belongs to, and its calculation. Null for a cell of the table, and for
 * a sum over a long column, which the table's own footnote proves.
 */
export interface ComputedValue {
  label: string;
  value: string;
  calculation: string | null;
}

/** A figure that is computed from all rows of a table: its name and its values. */
export interface ComputedFigure {
  name: string;
  values: ComputedValue[];
}

/** The words and number forms in which figures are written. */
export interface FigureWriter {
  frame: Frame;
  format: NumberFormat;
}

/** Most numbers of a calculation. Of longer columns only the sum is told. */
const maxInputs = 60;

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

/** Writes `sum(1; 2; 3)` or `average(1; 2; 3)` over the numbers of a column; a single number stands alone. */
export function applyTo(
  name: 'sum' | 'average',
  values: readonly (Decimal | null)[],
  { format }: FigureWriter,
): string | null {
  const inputs = values.flatMap((value) => (value === null ? [] : [writeInput(value, format)]));
  if (inputs.length === 0 || inputs.length > maxInputs) return null;
  return inputs.length === 1 ? (inputs[0] ?? null) : `${name}(${inputs.join('; ')})`;
}

/** Writes a number of a calculation. A negative one stands in brackets. */
export function writeInput(value: Decimal, format: NumberFormat): string {
  return value.units < 0n ? `(${format.number(value)})` : format.number(value);
}
