import { namesGain, namesLoss, withoutSigns } from '@ecp/language/sign-words';
import type { ValueMatch } from './compare-figures.ts';
import type { TypedFigure } from './figures.ts';
import type { Passage } from './footnotes.ts';
import { findNamed, type NamingText } from './labels.ts';
import type { SourceTable } from './tables.ts';

interface SignedClaim {
  sentence: string;
  stretch: string;
  passages: readonly Passage[];
}

/**
 * True if a number without a sign tells a negative value as a positive one: the words name a gain
 * or growth, repeat those of the source without its sign, or name a row whose values are of both
 * signs. Where a word may carry the sign ("a loss of"), or the brackets of a row only say that its
 * amounts are subtracted, that is a question to the judge.
 */
export function dropsSign(
  { kind, cell: own }: TypedFigure,
  { figure: found, table }: ValueMatch,
  { sentence, stretch, passages }: SignedClaim,
  text: NamingText,
): boolean {
  const { cell } = found;
  const labels = cell === null ? '' : `${cell.row} ${cell.column}`;
  if (own !== null || namesLoss(sentence) || namesLoss(labels)) return false;
  const isChange = kind === 'percent' || kind === 'points' || cell === null;
  if (namesGain(sentence, isChange) && !namesGain(labels, isChange)) return true;
  if (cell !== null && table) return namesMixedRow(table, found, text);
  const told = maskFigures(stretch);
  const given = passages
    .filter(({ row }) => row === null)
    .map(({ words }) => maskFigures(withoutSigns(words)));
  return told.length > 8 && given.some((words) => words.includes(told));
}

/** True if a text names the row of a cell, and the row has values of both signs. */
function namesMixedRow(table: SourceTable, { cell, kind }: TypedFigure, text: NamingText): boolean {
  const row = table.rows.find(
    ({ label, figures }) => label === cell?.row && figures.some((one) => one?.sign === -1),
  );
  const isPositive = (one: TypedFigure | null) =>
    one !== null && one.kind === kind && one.sign >= 0 && one.value > 0;
  if (!row?.figures.some(isPositive)) return false;
  return findNamed(text, table, 'row').some(
    ({ label, isLiteral }) => isLiteral && label === cell?.row,
  );
}

/**
 * Reduces a text to its words and signs of units, with 0 for each number, to compare sentences
 * apart from figures.
 */
export const maskFigures = (text: string): string =>
  (
    text
      .toLowerCase()
      .replace(/\d[\d.,]*/g, '0')
      .match(/[\p{L}0%€$£¥]+/gu) ?? []
  ).join(' ');
