import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { compareDecimals } from '../numbers/decimal.ts';
import { mapInSlices } from '../text/map-in-slices.ts';
import { computeChanges } from './compute-changes.ts';
import { computeGroups } from './compute-groups.ts';
import { computeMeans } from './compute-means.ts';
import { computeQuotients, computeShares } from './compute-ratios.ts';
import {
  applyTo,
  type ComputedFigure,
  type FigureWriter,
  findEnds,
  inPercent,
  withUnit,
  writeInput,
} from './computed-figure.ts';
import type { NumberColumn, TableShape } from './table-shape.ts';

/** The largest number of rows whose shares are all listed. */
const maxShares = 6;

/**
 * Computes what follows from a table alone, over all of its rows, each value with its calculation: sums, means,
 * highest and lowest values with their shares, changes over periods, groups, parts of a whole, money per unit.
 * @returns groups of figures that belong together, plainest first
 */
export async function computeFigures(
  shape: TableShape,
  writer: FigureWriter,
  timeSlice: TimeSlice,
): Promise<ComputedFigure[][]> {
  const whole = shape.isTrend
    ? [computeChanges, computeSums]
    : [computeSums, computeShares, computeQuotients, computeGroups, computeMeans];
  const chosen = shape.isTrend ? shape.columns.slice(-1) : shape.columns;
  const groups: ComputedFigure[][] = [];
  for (const compute of whole) groups.push(await compute(shape, writer, timeSlice));
  groups.push(...(await mapInSlices(chosen, (column) => computeEnds(shape, column, writer), timeSlice)));
  return groups.filter((group) => group.length > 0);
}

function computeSums({ columns }: TableShape, writer: FigureWriter): ComputedFigure[] {
  return columns.flatMap((column) => {
    if (!column.isAdditive) return [];
    const calculation = applyTo('sum', column.values, writer);
    const value = withUnit(column.sum, column, writer);
    return [{ name: writer.frame.table.sum(column.header), values: [{ label: '', value, calculation }] }];
  });
}

/** A column whose own total is not the sum of its rows. */
export interface WrongTotal {
  header: string;
  sum: string;
  given: string;
  /** Null if it has too many numbers. */
  calculation: string | null;
}

/** Finds the totals of a table that its rows do not add up to. */
export function findWrongTotals({ columns }: TableShape, writer: FigureWriter): WrongTotal[] {
  return columns.flatMap((column) => {
    const { sum } = column;
    if (!column.isAdditive || column.total === null) return [];
    if (compareDecimals(sum, column.total) === 0) return [];
    const [shown, given] = [withUnit(sum, column, writer), withUnit(column.total, column, writer)];
    return [{ header: column.header, sum: shown, given, calculation: applyTo('sum', column.values, writer) }];
  });
}

/** Finds the highest and the lowest row of a column, or the share of each row if they are few and can be added up. */
function computeEnds(shape: TableShape, column: NumberColumn, writer: FigureWriter): ComputedFigure[] {
  const { frame, format } = writer;
  const known = column.values.flatMap((value, row) => (value ? [{ value, label: shape.labels[row] ?? '' }] : []));
  const [top, bottom] = findEnds(known, ({ value }) => value);
  if (!top || !bottom || known.length < 3 || compareDecimals(top.value, bottom.value) === 0) return [];
  const { sum } = column;
  const whole = applyTo('sum', column.values, writer);
  const isWhole = column.isAdditive && bottom.value.units >= 0n && sum.units > 0n && whole !== null;
  if (isWhole && known.length <= maxShares) {
    const sorted = known.sort((a, b) => compareDecimals(b.value, a.value));
    const values = sorted.map(({ label, value }) => ({
      label,
      value: format.percent(inPercent(value, sum)),
      calculation: `${writeInput(value, format)} / ${whole}`,
    }));
    return [{ name: frame.table.shares(column.header), values }];
  }
  const show = (end: string, { label, value }: typeof top) => ({
    label: `${end} ${label}`,
    value: withUnit(value, column, writer),
    calculation: null,
  });
  const values = [show(frame.table.highest, top), show(frame.table.lowest, bottom)];
  return [{ name: frame.table.ends(column.header), values }];
}
