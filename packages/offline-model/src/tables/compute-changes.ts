import { type Decimal, subtractDecimals } from '../numbers/decimal.ts';
import { type ComputedFigure, type FigureWriter, inPercent, withUnit } from './computed-figure.ts';
import type { NumberColumn, TableShape } from './table-shape.ts';

const maxRows = 8;

/** Computes the change of each row, and of the given total, from the first to the last period. */
export function computeChanges({ labels, columns }: TableShape, writer: FigureWriter): ComputedFigure[] {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || labels.length > maxRows) return [];
  const rows = labels.map((label, row) => ({ label, from: first.values[row], to: last.values[row] }));
  rows.push({ label: writer.frame.table.total, from: readTotal(first), to: readTotal(last) });
  return rows.flatMap(({ label, from, to }) => (from && to ? [describe(label, from, to, first, last, writer)] : []));
}

/** Returns the total that a table gives, or the sum of a column that can be added up. */
function readTotal({ total, isAdditive, values, sum, count }: NumberColumn): Decimal | null {
  return total ?? (isAdditive && count === values.length ? sum : null);
}

function describe(
  label: string,
  from: Decimal,
  to: Decimal,
  first: NumberColumn,
  last: NumberColumn,
  writer: FigureWriter,
): ComputedFigure {
  const change = subtractDecimals(to, from);
  const percent = from.units > 0n ? ` (${writer.format.percent(inPercent(change, from), true)})` : '';
  return {
    name: writer.frame.table.change(label, first.header, last.header),
    value: `${writer.format.number(change, true)}${percent}`,
    how: writer.frame.table.fromTo(withUnit(from, first, writer), withUnit(to, last, writer)),
  };
}
