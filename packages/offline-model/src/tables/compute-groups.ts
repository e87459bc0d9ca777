import { compareDecimals } from '../numbers/decimal.ts';
import { type ComputedFigure, type FigureWriter, inPercent, withUnit } from './computed-figure.ts';
import { sumColumn, type TableShape } from './table-shape.ts';

const maxFigures = 4;

/** Adds up the columns of amounts for each word of a column of words that repeat, with the share of each group. */
export function computeGroups({ columns, categories }: TableShape, writer: FigureWriter): ComputedFigure[] {
  const figures = categories.flatMap(({ header, values }) =>
    columns.flatMap((column) => {
      if (!column.isAdditive) return [];
      const { sum } = sumColumn(column.values);
      const groups = [...new Set(values)].map((name) => {
        const own = column.values.filter((_, row) => values[row] === name);
        return { name, ...sumColumn(own) };
      });
      const sorted = groups.sort((a, b) => compareDecimals(b.sum, a.sum));
      const hasShares = sum.units > 0n && sorted.every((group) => group.sum.units >= 0n);
      const shown = sorted.map((group) => {
        const share = hasShares ? ` (${writer.format.percent(inPercent(group.sum, sum))})` : '';
        return `${group.name} ${withUnit(group.sum, column, writer)}${share}`;
      });
      const how = writer.frame.table.ofGroups(sorted.map(({ count }) => writer.format.count(count)).join(', '));
      return [{ name: writer.frame.table.by(column.header, header), value: shown.join('; '), how }];
    }),
  );
  return figures.slice(0, maxFigures);
}
