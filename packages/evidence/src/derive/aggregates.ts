import { isAdded, isComplete } from './complete-list.ts';
import { areComparable, hasUnitOf, type Input, nameInput, type Operation, type Target } from './operation.ts';

const sumOf = (list: readonly Input[]) => list.map((_, index) => nameInput(index)).join(' + ');

/** Returns lists whose items have one unit, which is that of the target. */
function ownLists(target: Target, lists: Input[][]): Input[][] {
  return lists.filter((list) => {
    const [first] = list;
    return (
      first !== undefined &&
      list.length > 1 &&
      list.every((input) => areComparable(first, input) && hasUnitOf(target, input))
    );
  });
}

/** Sum of figures that belong together. */
export const findSum: Operation = function* (target, { lists, pairs, near }) {
  const { kind } = target.figure;
  if (kind === 'times') return;
  const isTold = target.cues.total || /[+=]/.test(target.sentence);
  for (const list of ownLists(target, lists)) {
    const isListed = list.every(({ origin }) => origin === 'sentence');
    if (isListed || (isComplete(target, list, near) && (isTold || isAdded(list))))
      yield { expression: sumOf(list), inputs: list };
  }
  if (!isTold) return;
  for (const pair of pairs) {
    const [one, other] = pair;
    if (areComparable(one, other) && hasUnitOf(target, one) && hasUnitOf(target, other))
      if (isComplete(target, pair, near)) yield { expression: 'a + b', inputs: [one, other] };
  }
};

/** Mean of figures that belong together. */
export const findAverage: Operation = function* (target, { lists, pairs }) {
  if (!target.cues.average && !target.cues.rate) return;
  for (const list of ownLists(target, lists)) {
    yield { expression: `(${sumOf(list)}) / ${list.length}`, inputs: list };
  }
  if (!target.cues.average) return;
  for (const [one, other] of pairs) {
    if (areComparable(one, other) && hasUnitOf(target, one)) yield { expression: '(a + b) / 2', inputs: [one, other] };
  }
};

/** Mean of a column, weighted by another one. */
export const findWeightedAverage: Operation = function* (target, { weighted }) {
  for (const { values, weights } of weighted) {
    const [first] = values;
    if (!first || !hasUnitOf(target, first) || values.length > 40) continue;
    const count = values.length;
    const products = values.map((_, index) => `${nameInput(index)} * ${nameInput(count + index)}`).join(' + ');
    const total = weights.map((_, index) => nameInput(count + index)).join(' + ');
    yield { expression: `(${products}) / (${total})`, inputs: [...values, ...weights] };
  }
};

/** Number of rows of a table, or of those that meet a condition of the sentence. */
export const findCount: Operation = function* (target, { counts }) {
  if (target.figure.kind !== 'plain' || !Number.isInteger(target.figure.value)) return;
  for (const { count, of } of counts) yield { expression: String(count), inputs: of.slice(0, 26) };
};
