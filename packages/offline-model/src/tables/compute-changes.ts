import { type Decimal, subtractDecimals } from '../numbers/decimal.ts';
import { applyTo, type ComputedFigure, type FigureWriter, inPercent, writeInput } from './computed-figure.ts';
import type { NumberColumn, TableShape } from './table-shape.ts';

const maxRows = 8;

/** A value of a period, and how it is written in a calculation. */
interface Point {
  value: Decimal;
  written: string;
}

/** Computes the change of each row, and of the given total, from the first to the last period. */
export function computeChanges({ labels, columns }: TableShape, writer: FigureWriter): ComputedFigure[] {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || labels.length > maxRows) return [];
  const pointOf = (value: Decimal | null | undefined): Point | null =>
    value ? { value, written: writeInput(value, writer.format) } : null;
  const rows = labels.map((label, row) => ({
    label,
    from: pointOf(first.values[row]),
    to: pointOf(last.values[row]),
  }));
  rows.push({ label: writer.frame.table.total, from: readTotal(first, writer), to: readTotal(last, writer) });
  return rows.flatMap(({ label, from, to }) => (from && to ? [describe(label, from, to, first, last, writer)] : []));
}

/** Returns the total that a table gives, or the sum of a column that can be added up. */
function readTotal({ total, isAdditive, values, sum, count }: NumberColumn, writer: FigureWriter): Point | null {
  if (total) return { value: total, written: writeInput(total, writer.format) };
  const written = applyTo('sum', values, writer);
  return isAdditive && count === values.length && written !== null ? { value: sum, written } : null;
}

function describe(
  label: string,
  from: Point,
  to: Point,
  first: NumberColumn,
  last: NumberColumn,
  writer: FigureWriter,
): ComputedFigure {
  const change = subtractDecimals(to.value, from.value);
  const values = [
    { label: '', value: writer.format.number(change, true), calculation: `${to.written} − ${from.written}` },
  ];
  if (from.value.units > 0n) {
    const percent = writer.format.percent(inPercent(change, from.value), true);
    values.push({ label: '', value: percent, calculation: `(${to.written} − ${from.written}) / ${from.written}` });
  }
  return { name: writer.frame.table.change(label, first.header, last.header), values };
}
