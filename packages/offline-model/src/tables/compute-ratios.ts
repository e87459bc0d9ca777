import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { addDecimals, compareDecimals, type Decimal, divideDecimals } from '../numbers/decimal.ts';
import { isCurrency } from '../numbers/number-format.ts';
import { mapInSlices } from '../text/map-in-slices.ts';
import { areOfOneYear, isNamedPart, isQuantityUnit } from './belongs-together.ts';
import { applyTo, type ComputedFigure, type FigureWriter, findEnds, inPercent, writeInput } from './computed-figure.ts';
import { headerWords } from './header-words.ts';
import type { NumberColumn, TableShape } from './table-shape.ts';

const maxRows = 6;

/** Computes columns that are parts of another: held or cancelled out of planned, output out of capacity. */
export async function computeShares(
  { labels, columns }: TableShape,
  writer: FigureWriter,
  timeSlice: TimeSlice,
): Promise<ComputedFigure[]> {
  const { frame, format } = writer;
  const whole = columns.find(({ header, isAdditive }) => isAdditive && headerWords.isWhole(header));
  if (!whole) return [];
  const areParts = await mapInSlices(columns, (column) => isPartOf(column, whole, columns), timeSlice);
  const parts = withoutComplement(
    columns.filter((_, at) => areParts[at]),
    whole,
  );
  const describe = (part: NumberColumn) => {
    const rows = labels.flatMap((label, row) => {
      const [own, all] = [part.values[row], whole.values[row]];
      if (!own || !all || all.units <= 0n) return [];
      const calculation = `${writeInput(own, format)} / ${writeInput(all, format)}`;
      return [{ label, share: inPercent(own, all), calculation }];
    });
    const [top, bottom] = findEnds(rows, ({ share }) => share);
    const [own, all] = [part, whole].map(({ values }) => applyTo('sum', values, writer));
    if (!top || !bottom || rows.length < labels.length || !own || !all) return [];
    const show = (end: string, { label, share, calculation }: typeof top) => ({
      label: `${end} ${label}`,
      value: format.percent(share),
      calculation,
    });
    const values = [
      { label: '', value: format.percent(inPercent(part.sum, whole.sum)), calculation: `${own} / ${all}` },
      show(frame.table.highest, top),
      show(frame.table.lowest, bottom),
    ];
    return [{ name: frame.table.shareOf(part.header, whole.header), values }];
  };
  return (await mapInSlices(parts, describe, timeSlice)).flat();
}

/** True for a column of amounts within the whole that its head calls a part of it. */
function isPartOf(column: NumberColumn, whole: NumberColumn, columns: NumberColumn[]): boolean {
  if (column === whole || !column.isAdditive) return false;
  if (!isNamedPart(column, whole, column === columns[columns.indexOf(whole) - 1])) return false;
  return column.values.every((value, row) => {
    const all = whole.values[row];
    return value && all && compareDecimals(value, all) <= 0;
  });
}

/** Drops the larger of two parts that make up the whole, because the smaller one implies it. */
function withoutComplement(parts: NumberColumn[], whole: NumberColumn): NumberColumn[] {
  const [one, other] = parts;
  if (!one || !other || parts.length !== 2) return parts;
  const isComplete = whole.values.every((value, row) => {
    const [a, b] = [one.values[row], other.values[row]];
    return value && a && b && compareDecimals(addDecimals(a, b), value) === 0;
  });
  if (!isComplete) return parts;
  return [compareDecimals(one.sum, other.sum) < 0 ? one : other];
}

/** Computes money per unit of another column for each row, if the heads give both units and the same year. */
export function computeQuotients({ labels, columns }: TableShape, writer: FigureWriter): ComputedFigure[] {
  const money = columns.find(({ unit, isAdditive }) => isAdditive && isCurrency(unit));
  const amount = columns.find(
    ({ isAdditive, unit, header }) => isAdditive && isQuantityUnit(unit) && areOfOneYear(money?.header ?? '', header),
  );
  if (!money || !amount || labels.length > maxRows) return [];
  const { format } = writer;
  const divide = (label: string, paid: Decimal, units: Decimal) => ({
    label,
    value: format.number(divideDecimals(paid, units, 2)),
    calculation: `${writeInput(paid, format)} / ${writeInput(units, format)}`,
  });
  const each = labels.flatMap((label, row) => {
    const [paid, units] = [money.values[row], amount.values[row]];
    return paid && units && units.units > 0n ? [divide(label, paid, units)] : [];
  });
  if (each.length === 0) return [];
  return [{ name: writer.frame.table.per(money.unit, amount.unit), values: each }];
}
