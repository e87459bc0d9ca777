import { readContentWords } from '@ecp/language/content-words';
import type { ClaimView } from '../claim-view.ts';
import { isRow } from '../tables/is-row.ts';
import { findMentioned } from '../tables/mentioned-labels.ts';
import type { SheetTable } from '../tables/sheet-table.ts';
import { compareUnits, isRounding, isSameValue } from '../values/match-figures.ts';
import { readTyped, type TypedFigure } from '../values/typed-figure.ts';
import type { Rule } from './rule.ts';

/** A value of another row or column than the one that the claim names. */
export const findWrongCell: Rule = ({ view, figures }) => {
  const tables = tablesOf(view);
  for (const { figure } of figures.held) {
    if (standsInProse(figure, view)) continue;
    if (figure.kind === 'year' || figure.form === 'fraction') continue;
    for (const table of tables) {
      const found = checkCell(view, figure, table);
      if (found) return found;
    }
  }
  return null;
};

/** Fewest words that a sentence of a quote shares with the claim to be what the claim repeats. */
const minShared = 3;

/** Returns true if a quoted sentence, and no row, gives the figure in the claim's words. */
function standsInProse(figure: TypedFigure, { passages, words }: ClaimView): boolean {
  const stems = new Set(words.map(({ stem }) => stem));
  return passages.some(({ text, style, language }) =>
    text
      .split(/\n|…/)
      .filter((line) => !isRow(line))
      .some(
        (line) =>
          new Set(readContentWords(line, language).flatMap(({ stem }) => (stems.has(stem) ? stem : []))).size >=
            minShared && readTyped(line, style).some((one) => isSame(figure, one)),
      ),
  );
}

function tablesOf({ passages, tables }: ClaimView): SheetTable[] {
  return [...new Set([...passages.flatMap(({ table }) => table ?? []), ...tables.map(({ table }) => table)])];
}

function checkCell(view: ClaimView, figure: TypedFigure, table: SheetTable): ReturnType<Rule> {
  const cells = table.rows.flatMap((row) => row.figures.flatMap((one) => one ?? []));
  const matching = cells.filter((one) => one.cell && isSame(figure, one));
  const [first] = matching;
  if (!first?.cell) return null;
  const rows = named(
    view,
    figure,
    table.rows.map(({ label }) => label),
    'row',
  );
  if (rows.length === 1 && !matching.some(({ cell }) => cell && rows.includes(cell.row)))
    return { fault: { kind: 'row', figure: figure.shown, found: first.cell.row }, isSure: true };
  const own = matching.filter(({ cell }) => rows.length !== 1 || (cell && rows.includes(cell.row)));
  const columns = named(view, figure, table.columns.slice(1), 'column').filter((column) => {
    // "91.5 % of trips" names the column of trips, but a percentage is of another one.
    const [inColumn] = cells.filter(({ cell }) => cell?.column === column);
    return (
      figure.unit === null || inColumn === undefined || inColumn.kind === figure.kind || own[0]?.kind !== figure.kind
    );
  });
  if (columns.length === 1 && own.length > 0 && !own.some(({ cell }) => cell && columns.includes(cell.column)))
    return { fault: { kind: 'column', figure: figure.shown, found: own[0]?.cell?.column ?? '' }, isSure: true };
  return null;
}

function isSame(figure: TypedFigure, cell: TypedFigure): boolean {
  const relation = compareUnits(figure, cell);
  if (relation === 'other' || relation === 'points') return false;
  return isSameValue(figure, cell) || cell.values.some((value) => isRounding(figure, value, false));
}

/** The labels that the sentence names for a figure: in a row of the document's own table, its row and column. */
function named(view: ClaimView, figure: TypedFigure, labels: string[], side: 'row' | 'column'): string[] {
  const text = figure.cell ? figure.cell[side] : view.text;
  const found = findMentioned(text, labels, view.language);
  if (found.length <= 1) return found.map(({ label }) => label);
  // If each figure has a name of its own, the nearest name before the figure counts.
  return [];
}
