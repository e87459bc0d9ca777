import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { compareDecimals } from '../numbers/decimal.ts';
import { applyTo, type ComputedFigure, type FigureWriter, inPercent, withUnit } from './computed-figure.ts';
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
      figures.push(...addUpGroups(column, category, writer));
    }
  }
  return figures;
}

function addUpGroups(
  column: NumberColumn,
  { header, values: names }: TableShape['categories'][number],
  writer: FigureWriter,
): ComputedFigure[] {
  const cells = Map.groupBy(column.values, (_, row) => names[row] ?? '');
  const groups = [...cells].map(([name, own]) => ({ name, own, ...sumUp(own) }));
  const sorted = groups.sort((a, b) => compareDecimals(b.sum, a.sum));
  const hasShares = column.sum.units > 0n && sorted.every((group) => group.sum.units >= 0n);
  const whole = applyTo('sum', column.values, writer);
  if (whole === null) return [];
  const values = sorted.flatMap(({ name, own, sum }) => {
    const calculation = applyTo('sum', own, writer);
    const share = { label: '', value: writer.format.percent(inPercent(sum, column.sum)) };
    return [
      { label: name, value: withUnit(sum, column, writer), calculation },
      ...(hasShares ? [{ ...share, calculation: `${calculation} / ${whole}` }] : []),
    ];
  });
  return [{ name: writer.frame.table.by(column.header, header), values }];
}
