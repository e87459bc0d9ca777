import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { findFalls, findRises } from '@ecp/language/meaning/polarity-words';
import { findMentioned } from '../tables/mentioned-labels.ts';
import type { SheetRow, SheetTable } from '../tables/sheet-table.ts';
import { compareUnits } from '../values/match-figures.ts';
import type { TypedFigure } from '../values/typed-figure.ts';
import { areComparable, type Input, type Inputs } from './operation.ts';

/** The figures that a sentence may compute with. */
export interface Given {
  sentence: string;
  language: Language | null;
  /** Verified figures of the sentence, and figures of its passages. */
  near: Input[];
  /** All figures of the sentence: a bound such as "more than 6,000" stands in no passage. */
  own: readonly TypedFigure[];
  /** Tables that the sentence cites. */
  tables: readonly { table: SheetTable; citation: string | null; quotedRows: readonly string[] }[];
}

/** Most figures of sentence and passages of which all pairs count. Of more, only neighbours do. */
const maxFree = 14;
/** Most rows of a table of which all count where the sentence names none. */
const maxUnnamed = 12;

/** Gathers the inputs of a sentence in pairs and lists that belong together. */
export function gatherInputs(given: Given): Inputs {
  const near = given.near.filter(({ figure }) => figure.kind !== 'year');
  const inputs: Inputs = {
    near,
    single: [],
    pairs: pairUp(near),
    lists: listUp(near),
    weighted: weigh(near),
    counts: [],
  };
  for (const cited of given.tables) addTable(inputs, cited, given);
  return inputs;
}

function pairUp(near: Input[]): [Input, Input][] {
  return near.flatMap((one, index) =>
    near.flatMap((other, place): [Input, Input][] => {
      if (index === place || one.figure.value === other.figure.value || areApart(one, other)) return [];
      return near.length <= maxFree || Math.abs(index - place) <= 3 ? [[one, other]] : [];
    }),
  );
}

/**
 * Percentages of a passage with the amounts that stand beside them, one each: "4 % on 80 million, 10 % on 20 million".
 */
function weigh(near: Input[]): Inputs['weighted'] {
  const own = near
    .filter(({ origin, figure }) => origin === 'passage' && figure.cell === null && figure.form === 'digits')
    .toSorted((one, other) => one.figure.start - other.figure.start);
  const percents = own.filter(({ figure }) => figure.kind === 'percent');
  const amounts = own.filter(({ figure }) => figure.kind !== 'percent');
  if (percents.length > 1 && percents.length === amounts.length) return bothWays(percents, amounts);
  if (own.length < 4 || own.length % 2 !== 0) return [];
  return bothWays(
    own.filter((_, index) => index % 2 === 0),
    own.filter((_, index) => index % 2 === 1),
  );
}

function bothWays(one: Input[], other: Input[]): Inputs['weighted'] {
  return [
    { values: one, weights: other },
    { values: other, weights: one },
  ];
}

/** Cells of different rows and columns are not compared. */
function areApart({ figure: one }: Input, { figure: other }: Input): boolean {
  if (!one.cell || !other.cell) return false;
  return one.cell.row !== other.cell.row && one.cell.column !== other.cell.column;
}

/** Lists of figures with one unit: those of the sentence, of the passages, and runs of neighbours. */
function listUp(near: Input[]): Input[][] {
  const lists: Input[][] = [];
  const add = (list: Input[]) => {
    const unique = list.filter(
      (one, index) =>
        list.findIndex(
          (other) => other.figure.value === one.figure.value && other.figure.start === one.figure.start,
        ) === index,
    );
    if (unique.length >= 2 && unique.length <= 12) lists.push(unique);
  };
  const cited = near.filter(({ origin, citation }) => origin !== 'document' && citation !== null);
  for (const own of Map.groupBy(cited, ({ citation }) => citation).values())
    for (const first of own) add(own.filter((input) => areAlike(first, input)));
  for (const origin of ['sentence', 'passage', 'document'] as const) {
    const own = near.filter((input) => input.origin === origin);
    const columns = Map.groupBy(
      own.filter(({ figure }) => figure.cell),
      ({ figure }) => figure.cell?.column ?? '',
    );
    for (const column of columns.values()) add(column);
    for (const first of own)
      add(own.filter((input) => areComparable(first, input) && input.figure.kind === first.figure.kind));
    for (let from = 0; from < own.length && own.length <= maxFree; from += 1) {
      for (let to = from + 2; to <= own.length; to += 1) add(own.slice(from, to));
    }
  }
  return lists;
}

/** Returns true for two figures of one unit and kind, in one column if they stand in a table. */
function areAlike({ figure: one }: Input, { figure: other }: Input): boolean {
  return one.unit === other.unit && one.kind === other.kind && one.cell?.column === other.cell?.column;
}

function addTable(
  inputs: Inputs,
  { table, citation, quotedRows }: Given['tables'][number],
  { sentence, language, own: figures }: Given,
): void {
  const rows = table.rows.filter((row) => row.figures.some((figure) => figure !== null));
  const items = rows.filter((row) => !row.isTotal);
  const named = new Set(
    findMentioned(
      sentence,
      rows.map(({ label }) => label),
      language,
    ).map(({ label }) => label),
  );
  const columns = namedColumns(table, sentence, language);
  const toInput = (figure: TypedFigure): Input => ({
    figure,
    citation,
    origin: 'table',
    words: wordsOf(figure, language),
  });
  const cell = (row: SheetRow, column: number) => {
    const figure = row.figures[column] ?? null;
    return figure === null || figure.kind === 'year' ? null : toInput(figure);
  };
  const chosen = rows.filter((row) => named.has(row.label) || quotedRows.includes(row.line));
  const own = chosen.length > 0 ? chosen : rows.length <= maxUnnamed ? rows : rows.filter(({ isTotal }) => isTotal);
  for (const row of own) {
    const cells = columns.flatMap((column) => cell(row, column) ?? []);
    inputs.single.push(...cells);
    addRowPairs(inputs, cells);
  }
  for (const column of columns) {
    const all = items.flatMap((row) => cell(row, column) ?? []);
    const few = chosen.filter((row) => !row.isTotal).flatMap((row) => cell(row, column) ?? []);
    const totals = rows.filter((row) => row.isTotal).flatMap((row) => cell(row, column) ?? []);
    if (all.length > 1) inputs.lists.push(all);
    if (few.length > 1 && few.length < all.length) inputs.lists.push(few);
    const rest = all.filter((input) => !few.includes(input));
    if (few.length > 0 && rest.length > 1) inputs.lists.push(rest);
    const compared =
      few.length > 0 ? [...few, ...totals] : all.length + totals.length <= maxUnnamed ? [...all, ...totals] : totals;
    inputs.pairs.push(...pairUp(compared));
    for (const weights of columns) {
      const weighing = items.map((row) => cell(row, weights));
      const values = items.map((row) => cell(row, column));
      if (weights !== column && all.length > 1 && values.every(Boolean) && weighing.every(Boolean))
        inputs.weighted.push({
          values: values.flatMap((one) => one ?? []),
          weights: weighing.flatMap((one) => one ?? []),
        });
    }
  }
  addCounts(
    inputs,
    items.map((row) => table.columns.map((_, column) => cell(row, column))),
    { sentence, language, own: figures },
  );
}

/** Returns the words of a cell's row. */
export function wordsOf({ cell }: TypedFigure, language: Language | null): ReadonlySet<string> {
  return new Set(readContentWords(cell?.row ?? '', language).map(({ stem }) => stem));
}

/** Columns that the sentence names; all of them if it names none or only one, which is compared with others. */
function namedColumns({ columns }: SheetTable, sentence: string, language: Language | null): number[] {
  const named = new Set(findMentioned(sentence, columns, language).map(({ label }) => label));
  const own = columns.flatMap((name, index) => (named.has(name) ? [index] : []));
  return own.length >= 2 ? own : columns.map((_, index) => index);
}

function addRowPairs(inputs: Inputs, cells: Input[]): void {
  inputs.pairs.push(...pairUp(cells));
  if (cells.length > 1) inputs.lists.push(cells);
}

const over =
  /over|above|more|exceed|at least|über|mehr|mindestens|übersteig|plus|dépass|supérieur|au moins|más|super|encima|al menos|超|以上|上回/iu;
const under =
  /under|below|less|fewer|at most|unter|weniger|höchstens|moins|inférieur|sous|menos|debajo|inferior|未満|以下|下回/iu;

/** Returns the rows on the side of a bound that the sentence names; both if it names none and the bound parts them. */
function sidesOf(sentence: string, { start, end }: TypedFigure, above: Input[], below: Input[]): Input[][] {
  const around = `${sentence.slice(Math.max(0, start - 40), start)} ${sentence.slice(end, end + 14)}`;
  const [isOver, isUnder] = [over.test(around), under.test(around)];
  if (isOver !== isUnder) return [isOver ? above : below];
  return above.length > 0 && below.length > 0 ? [above, below] : [];
}

/** Counts rows: all of them, those on either side of a figure of the sentence, and those that rose or fell. */
function addCounts(
  inputs: Inputs,
  grid: (Input | null)[][],
  { sentence, language, own }: Pick<Given, 'sentence' | 'language' | 'own'>,
): void {
  const all = grid.flatMap((row) => row.find((input) => input !== null) ?? []);
  if (all.length < 2) return;
  inputs.counts.push({ count: all.length, of: all });
  const width = Math.max(...grid.map((row) => row.length));
  const bounds = own.filter(({ form, kind }) => form === 'digits' && kind !== 'year');
  for (let column = 0; column < width; column += 1) {
    const cells = grid.flatMap((row) => row[column] ?? []);
    for (const bound of bounds) {
      const comparable = cells.filter(({ figure }) => !['other', 'points'].includes(compareUnits(figure, bound)));
      const above = comparable.filter(({ figure }) => figure.value > bound.value);
      const below = comparable.filter(({ figure }) => figure.value < bound.value);
      const sides = sidesOf(sentence, bound, above, below);
      for (const met of sides)
        if (comparable.length > 1) inputs.counts.push({ count: met.length, of: met, bound: bound.start });
    }
    if (column + 1 >= width) continue;
    const next = grid.map((row) => [row[column], row[column + 1]] as const);
    const rose = next.flatMap(([one, other]) => (one && other && other.figure.value > one.figure.value ? [other] : []));
    const fell = next.flatMap(([one, other]) => (one && other && other.figure.value < one.figure.value ? [other] : []));
    if (rose.length > 0 && findRises(sentence, language).length > 0)
      inputs.counts.push({ count: rose.length, of: rose });
    if (fell.length > 0 && findFalls(sentence, language).length > 0)
      inputs.counts.push({ count: fell.length, of: fell });
  }
}
