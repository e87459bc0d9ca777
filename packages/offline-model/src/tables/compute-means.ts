import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { addDecimals, divideDecimals, multiplyDecimals, zero } from '../numbers/decimal.ts';
import { mapInSlices } from '../text/map-in-slices.ts';
import { applyTo, type ComputedFigure, type FigureWriter, withUnit, writeInput } from './computed-figure.ts';
import { headerWords } from './header-words.ts';
import type { NumberColumn, TableShape } from './table-shape.ts';

/**
 * Computes the means of columns that do not add up, such as prices: one in which each row counts once, and one weighted
 * by the first column of counts. Medians and numbers that name things have none.
 */
export async function computeMeans(
  { columns, hasPeriodRows, areSamples }: TableShape,
  writer: FigureWriter,
  timeSlice: TimeSlice,
): Promise<ComputedFigure[]> {
  if (areSamples) return [];
  const weight = columns.find(({ isAdditive, unit }) => isAdditive && unit === '');
  const averaged = columns.filter(({ isAdditive, header }) =>
    isAdditive ? hasPeriodRows : headerWords.hasMean(header),
  );
  const compute = (column: NumberColumn) => [
    ...computePlain(column, writer),
    ...(weight && !column.isAdditive ? computeWeighted(column, weight, writer) : []),
  ];
  return (await mapInSlices(averaged, compute, timeSlice)).flat();
}

/** A mean has one decimal more than its numbers, up to two. */
const decimalsOf = (scale: number) => Math.max(scale, Math.min(scale + 1, 2));

function computePlain(column: NumberColumn, writer: FigureWriter): ComputedFigure[] {
  const { sum, count } = column;
  const calculation = applyTo('average', column.values, writer);
  if (count < 2 || calculation === null) return [];
  const mean = divideDecimals(sum, { units: BigInt(count), scale: 0 }, decimalsOf(sum.scale));
  return [
    {
      name: writer.frame.table.mean(column.header),
      values: [{ label: '', value: withUnit(mean, column, writer), calculation }],
    },
  ];
}

function computeWeighted(column: NumberColumn, weight: NumberColumn, writer: FigureWriter): ComputedFigure[] {
  let [products, weights] = [zero, zero];
  const terms: string[] = [];
  for (const [row, value] of column.values.entries()) {
    const count = weight.values[row];
    if (!value || !count || count.units < 0n) return [];
    products = addDecimals(products, multiplyDecimals(value, count));
    weights = addDecimals(weights, count);
    terms.push(`${writeInput(value, writer.format)} × ${writeInput(count, writer.format)}`);
  }
  const divisor = applyTo('sum', weight.values, writer);
  if (weights.units === 0n || divisor === null) return [];
  const decimals = decimalsOf(Math.max(...column.values.map((value) => value?.scale ?? 0)));
  return [
    {
      name: writer.frame.table.weightedMean(column.header, weight.header),
      values: [
        {
          label: '',
          value: withUnit(divideDecimals(products, weights, decimals), column, writer),
          calculation: `(${terms.join(' + ')}) / ${divisor}`,
        },
      ],
    },
  ];
}
