import { readContentWords } from '@ecp/language/content-words';
import { findMentioned } from '../tables/mentioned-labels.ts';
import { comparePeriods, type Input, type Target } from './operation.ts';

/**
 * Returns true if a list leaves out nothing that it should have: it has all that the sentence cites of its kind, or the
 * sentence names what it has and not what it leaves out.
 */
export function isComplete(target: Target, list: readonly Input[], near: readonly Input[]): boolean {
  const [first] = list;
  if (!first) return false;
  const omitted = near.filter((input) => isCitedLike(first, input, list) && !list.some((one) => isSame(one, input)));
  if (omitted.length === 0) return true;
  return first.figure.cell === null ? !namesAny(target, omitted, list) : namesRows(target, list, omitted);
}

/**
 * Returns true if a sentence may add a list without saying so: what one passage lists of one unit and period, or cited
 * rows.
 */
export function isAdded(list: readonly Input[]): boolean {
  const [first] = list;
  if (!first || list.some((input) => input.origin === 'document' || comparePeriods(first, input) !== 0)) return false;
  if (list.some(({ figure }) => figure.unit !== first.figure.unit || figure.kind !== first.figure.kind)) return false;
  const isPercent = first.figure.kind === 'percent';
  if (isPercent && list.reduce((sum, { figure }) => sum + figure.value, 0) > 100) return false;
  const { cell } = first.figure;
  if (cell) return !isPercent && list.every(({ figure }) => figure.cell?.column === cell.column);
  return first.citation !== null && list.every(({ citation }) => citation === first.citation);
}

const isSame = (one: Input, other: Input) =>
  one.figure.value === other.figure.value && one.figure.cell?.row === other.figure.cell?.row;

/** Returns whether a figure is cited in the column of a list, or in its passages with its unit. */
function isCitedLike({ figure }: Input, { figure: other, origin, citation }: Input, list: readonly Input[]): boolean {
  if (origin === 'document' || origin === 'table') return false;
  if (figure.cell || other.cell) return figure.cell?.column === other.cell?.column;
  return figure.unit === other.unit && figure.kind === other.kind && list.some((input) => input.citation === citation);
}

function namesRows({ sentence, language }: Target, list: readonly Input[], omitted: readonly Input[]): boolean {
  const rows = (inputs: readonly Input[]) => inputs.map(({ figure }) => figure.cell?.row ?? '');
  const named = findMentioned(sentence, [...rows(list), ...rows(omitted)], language).map(({ label }) => label);
  return rows(list).every((row) => named.includes(row)) && !rows(omitted).some((row) => named.includes(row));
}

/** Returns true if a sentence has words that stand beside a figure which is left out, and beside none in the list. */
function namesAny({ sentence, language }: Target, omitted: readonly Input[], list: readonly Input[]): boolean {
  const known = new Set(list.flatMap(({ beside }) => [...(beside ?? [])]));
  const told = readContentWords(sentence, language).map(({ stem }) => stem);
  return omitted.some(
    ({ beside }) => beside !== undefined && told.some((stem) => beside.has(stem) && !known.has(stem)),
  );
}
