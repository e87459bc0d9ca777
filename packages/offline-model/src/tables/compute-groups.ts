import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { compareDecimals } from '../numbers/decimal.ts';
import { type ComputedFigure, type FigureWriter, inPercent, withUnit } from './computed-figure.ts';
import { type NumberColumn, sumUp, type TableShape } from './table-shape.ts';

const maxFigures = 4;

/** Adds up the columns of amounts for each word of a column of words that repeat, with the share of each group. */
export async function computeGroups(
  { columns, categories }: TableShape,
  writer: FigureWriter,
  timeSlice: TimeSlice,
): Promise<ComputedFigure[]> {
  const figures: ComputedFigure[] = [];
  for (const category of categories) {
    for (const column of columns) {
      if (!column.isAdditive || figures.length >= maxFigures) continue;
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      figures.push(addUpGroups(column, category, writer));
    }
  }
  return figures;
}

function addUpGroups(
  column: NumberColumn,
  { header, values }: TableShape['categories'][number],
  writer: FigureWriter,
): ComputedFigure {
  const cells = Map.groupBy(column.values, (_, row) => values[row] ?? '');
  const groups = [...cells].map(([name, own]) => ({ name, ...sumUp(own) }));
  const sorted = groups.sort((a, b) => compareDecimals(b.sum, a.sum));
  const hasShares = column.sum.units > 0n && sorted.every((group) => group.sum.units >= 0n);
  const shown = sorted.map((group) => {
    const share = hasShares ? ` (${writer.format.percent(inPercent(group.sum, column.sum))})` : '';
    return `${group.name} ${withUnit(group.sum, column, writer)}${share}`;
  });
  const how = writer.frame.table.ofGroups(sorted.map(({ count }) => writer.format.count(count)).join(', '));
  return { name: writer.frame.table.by(column.header, header), value: shown.join('; '), how };
}
