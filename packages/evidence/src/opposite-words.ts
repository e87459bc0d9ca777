import { compareDates, readDays } from '@ecp/language/dates';
import type { Language } from '@ecp/language/language';
import { type Contradiction, findOpposite } from '@ecp/language/opposites';
import { splitSentences } from '@ecp/language/split-sentences';
import type { Statement } from './check-state.ts';
import { compareUnits, isSameValue } from './compare-figures.ts';
import { readTyped, type TypedFigure } from './figures.ts';
import type { Passage } from './footnotes.ts';

/** Limits the clauses of the passages that are compared with a statement. */
const mostClauses = 200;
const joint =
  /(?<=[、，。;；])|(?<=[,;:])\s|\s(?=(?:while|whereas|but|and|und|aber|während|mais|et|tandis|pero|y|mientras)\s)/u;

/**
 * Finds a word of a statement whose opposite stands beside the same figure or date in its passages:
 * fell for rose, net for gross. Without figures, the cited words are compared as a whole. Null for
 * what a calculation gives.
 */
export function findOppositeWords(
  { claim, own, passages, footnotes, proof, row }: Statement,
  language: Language,
): Contradiction | null {
  if (proof?.derivation || footnotes.some(({ kind }) => kind === 'calculation')) return null;
  const clauses = passages
    .filter((passage) => passage.row === null)
    .flatMap(listClauses)
    .slice(0, mostClauses);
  const figures = own.filter(({ kind, form }) => kind !== 'year' && form !== 'word');
  for (const figure of figures) {
    const told = figure.cell
      ? `${figure.cell.row} ${figure.cell.column}`
      : clauseAt(claim.stretch, figure.start);
    const given = [
      ...clauses
        .filter((clause) => clause.figures.some((one) => isSame(figure, one)))
        .map(({ words }) => words),
      ...passages.flatMap((passage) => listHeads(passage, figure)),
    ];
    const found = findOpposite(told, given, language);
    if (found) return found;
  }
  if (row) return null;
  const dates = readDays(claim.stretch, language);
  for (const date of dates) {
    const given = clauses.filter(({ words }) =>
      readDays(words, language).some((one) => compareDates(date, one) === 'agrees'),
    );
    const found = findOpposite(
      clauseAt(claim.stretch, date.start),
      given.map(({ words }) => words),
      language,
    );
    if (found) return found;
  }
  const isWhole =
    figures.length + dates.length === 0 && passages.every((passage) => passage.row === null);
  return isWhole
    ? findOpposite(
        claim.stretch,
        passages.map(({ words }) => words),
        language,
      )
    : null;
}

/** A minus turns words: growth of -3.5 % is a fall. */
const isSame = (one: TypedFigure, other: TypedFigure): boolean =>
  isSameValue(one, other) &&
  compareUnits(one, other) !== 'other' &&
  one.sign >= 0 &&
  other.sign >= 0;

const listClauses = ({ words, style }: Passage): { words: string; figures: TypedFigure[] }[] =>
  splitSentences(words).flatMap((sentence) =>
    sentence.split(joint).map((clause) => ({ words: clause, figures: readTyped(clause, style) })),
  );

/** The labels of the cells of a cited row that hold a figure. */
function listHeads({ row, table }: Passage, figure: TypedFigure): string[] {
  if (!row || !table) return [];
  return row.figures.flatMap((cell, index) =>
    cell && isSame(figure, cell) ? [`${row.label} ${table.columns[index] ?? ''}`] : [],
  );
}

/** Returns the clause of a sentence at an index. */
function clauseAt(sentence: string, at: number): string {
  let end = 0;
  for (const clause of sentence.split(joint)) {
    end = sentence.indexOf(clause, end) + clause.length;
    if (end > at) return clause;
  }
  return sentence;
}
