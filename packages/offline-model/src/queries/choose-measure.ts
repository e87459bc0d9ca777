import { isCurrency } from '../numbers/number-format.ts';
import { headerWords } from '../tables/header-words.ts';
import type { Measure } from './column-roles.ts';
import type { Ratio } from './find-ratios.ts';

/** Counts the words that a name shares with the task. */
export type Rating = (words: string) => number;

/**
 * Chooses the measure by which a ranking or a series tells most: one that differs between rows and adds up, then the
 * one nearest to the task, a part of a whole, money, and the whole itself last. Equals keep the order of the table.
 */
export function chooseMeasure(
  measures: readonly Measure[],
  ratios: readonly Ratio[],
  rate: Rating,
): Measure | undefined {
  const parts = new Set(ratios.flatMap(({ top, isShare }) => (isShare ? [top] : [])));
  const isMoney = ({ unit }: Measure) => unit !== null && isCurrency(unit);
  const isWhole = ({ name }: Measure) => headerWords.isWhole(name);
  const order: ((measure: Measure) => number)[] = [
    ({ isConstant }) => Number(!isConstant),
    ({ isAdditive }) => Number(isAdditive),
    // A word such as "plan" in the head of the whole is seldom about it.
    (measure) => (parts.size > 0 && isWhole(measure) ? 0 : rate(measure.name)),
    (measure) => Number(parts.has(measure)),
    (measure) => Number(isMoney(measure)),
    (measure) => Number(!isWhole(measure)),
  ];
  const compare = (a: Measure, b: Measure) => order.map((of) => of(b) - of(a)).find((one) => one !== 0) ?? 0;
  return measures.toSorted(compare)[0];
}
