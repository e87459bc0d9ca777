import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { compareDecimals } from '../numbers/decimal.ts';
import { mapInSlices } from '../text/map-in-slices.ts';
import { computeChanges } from './compute-changes.ts';
import { computeGroups } from './compute-groups.ts';
import { computeMeans } from './compute-means.ts';
import { computeQuotients, computeShares } from './compute-ratios.ts';
import { type ComputedFigure, type FigureWriter, findEnds, inPercent, withUnit } from './computed-figure.ts';
import type { NumberColumn, TableShape } from './table-shape.ts';

/** The largest number of rows whose shares are all listed. */
const maxShares = 6;

/**
 * Computes what follows from a table alone, over all of its rows: sums beside the total that the table gives, means,
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

function computeSums({ labels, columns }: TableShape, writer: FigureWriter): ComputedFigure[] {
  return columns.flatMap((column) => {
    if (!column.isAdditive) return [];
    const { sum, count } = column;
    const how = writer.frame.table.sumOf(writer.format.count(count), writer.format.count(labels.length));
    const given = column.total;
    const beside =
      given === null
        ? ''
        : `; ${compareDecimals(sum, given) === 0 ? writer.frame.table.agrees : writer.frame.table.gives(withUnit(given, column, writer))}`;
    return [{ name: writer.frame.table.sum(column.header), value: withUnit(sum, column, writer), how: how + beside }];
  });
}

/** A column whose own total is not the sum of its rows. */
export interface WrongTotal {
  header: string;
  sum: string;
  given: string;
}

/** Finds the totals of a table that its rows do not add up to. */
export function findWrongTotals({ columns }: TableShape, writer: FigureWriter): WrongTotal[] {
  return columns.flatMap((column) => {
    const { sum } = column;
    if (!column.isAdditive || column.total === null) return [];
    if (compareDecimals(sum, column.total) === 0) return [];
    const [shown, given] = [withUnit(sum, column, writer), withUnit(column.total, column, writer)];
    return [{ header: column.header, sum: shown, given }];
  });
}

/** Finds the highest and the lowest row of a column, or the share of each row if they are few and can be added up. */
function computeEnds(shape: TableShape, column: NumberColumn, writer: FigureWriter): ComputedFigure[] {
  const { frame, format } = writer;
  const known = column.values.flatMap((value, row) => (value ? [{ value, label: shape.labels[row] ?? '' }] : []));
  const [top, bottom] = findEnds(known, ({ value }) => value);
  if (!top || !bottom || known.length < 3 || compareDecimals(top.value, bottom.value) === 0) return [];
  const { sum } = column;
  const isWhole = column.isAdditive && bottom.value.units >= 0n && sum.units > 0n;
  if (isWhole && known.length <= maxShares) {
    const sorted = known.sort((a, b) => compareDecimals(b.value, a.value));
    const shares = sorted.map(({ label, value }) => `${label} ${format.percent(inPercent(value, sum))}`);
    const how = frame.table.ofSum(withUnit(sum, column, writer));
    return [{ name: frame.table.shares(column.header), value: shares.join('; '), how }];
  }
  const show = ({ label, value }: typeof top) =>
    `${label} ${withUnit(value, column, writer)}${isWhole ? ` (${format.percent(inPercent(value, sum))})` : ''}`;
  const how = isWhole
    ? frame.table.ofSum(withUnit(sum, column, writer))
    : frame.table.ofRows(format.count(known.length));
  return [{ name: frame.table.ends(column.header), value: frame.table.range(show(top), show(bottom)), how }];
}
