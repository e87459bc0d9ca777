import { anyStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { HeldIndex, isSpan, type ValueMatch } from './compare-figures.ts';
import { readTyped, type TypedFigure } from './figures.ts';
import { type Footnote, type Passage, tablesOf, wholeTablesOf } from './footnotes.ts';
import { findNamed, type NamingText } from './labels.ts';
import type { Doubt } from './material.ts';
import type { SourcePart } from './sources.ts';
import { isRow, type SourceTable } from './tables.ts';

export interface Source {
  index: HeldIndex;
  /**
   * Figures of the same result that the footnote does not quote. They prove nothing, and may show
   * the mistake.
   */
  unquoted: HeldIndex | null;
  citation: string;
}

/**
 * The figures of all that footnotes cite beyond their words. Only the quoted rows of a table are
 * cited.
 */
export async function listIndexes(
  footnotes: readonly Footnote[],
  slice: TimeSlice,
): Promise<Source[]> {
  const found: Source[] = [];
  for (const footnote of footnotes) {
    const { label, sources, passages } = footnote;
    const quotesRow = passages.some(({ row }) => row !== null);
    const tables = wholeTablesOf(footnote).map(indexTable);
    const indexes = new Set(quotesRow ? [] : tables);
    if (quotesRow)
      for (const table of tables)
        found.push({ index: keepQuoted(table, footnote), unquoted: table, citation: label });
    for (const { parts, isWhole } of sources)
      if (isWhole && passages.every(({ row }) => row === null))
        for (const part of parts) indexes.add(await indexPart(part, slice));
    for (const index of indexes) found.push({ index, unquoted: null, citation: label });
  }
  return found;
}

/**
 * A quote of rows cites only the values of these rows, not the rest of the result: "North and
 * South: sold: 520 and 410".
 */
function keepQuoted(table: HeldIndex, { quote }: Footnote): HeldIndex {
  const quoted = readTyped(quote ?? '', anyStyle);
  return new HeldIndex(
    quoted.flatMap((figure) => table.match(figure).filter(({ how }) => how === 'exact')),
  );
}

export function matchSources(
  sources: readonly Pick<Source, 'index' | 'citation'>[],
  figure: TypedFigure,
): ValueMatch[] {
  return sources.flatMap(({ index, citation }) =>
    index.match(figure).map((match) => ({ ...match, citation })),
  );
}

export function matchUnquoted(sources: readonly Source[], figure: TypedFigure): ValueMatch[] {
  return sources.flatMap(({ unquoted, citation }) =>
    (unquoted?.match(figure) ?? []).map((match) => ({ ...match, citation })),
  );
}

/**
 * The figures of a table, also those of cells that hold words and numbers: "29.7 (181)", "11
 * February 1983".
 */
function cellsOf({ rows, columns }: SourceTable): TypedFigure[] {
  return rows.flatMap(({ label, texts, figures }) =>
    texts.flatMap((text, index) => {
      const figure = figures[index];
      if (figure) return [figure];
      const told = index > 0 && /\d/.test(text) ? readTyped(text, anyStyle) : [];
      // The numbers of a name, "Dornier Do 228", are no values of its column.
      const isName = /^\p{L}/u.test(text) && told[0]?.kind === 'plain' && told[0].unit === null;
      return isName
        ? []
        : told.map((one) => ({ ...one, cell: { row: label, column: columns[index] ?? '' } }));
    }),
  );
}

const tableIndexes = new WeakMap<SourceTable, HeldIndex>();

function indexTable(table: SourceTable): HeldIndex {
  const known = tableIndexes.get(table);
  if (known) return known;
  const cells = cellsOf(table);
  const index = new HeldIndex(
    cells.map((figure) => ({ figure, citation: null, origin: 'source' as const, table })),
  );
  tableIndexes.set(table, index);
  return index;
}

const partIndexes = new WeakMap<SourcePart, HeldIndex>();

async function indexPart(part: SourcePart, slice: TimeSlice): Promise<HeldIndex> {
  const known = partIndexes.get(part);
  if (known) return known;
  const index = new HeldIndex();
  partIndexes.set(part, index);
  const add = (figures: readonly TypedFigure[], table?: SourceTable) =>
    index.add(
      figures.map((figure) => ({
        figure,
        citation: null,
        origin: 'source' as const,
        ...(table ? { table } : {}),
      })),
    );
  for (const table of part.tables()) add(cellsOf(table), table);
  for (let at = 0; at < part.text.length; ) {
    const newline = part.text.indexOf('\n', at + 800);
    const end =
      newline === -1 || newline > at + 4_000 ? Math.min(part.text.length, at + 2_000) : newline;
    const lines = part.text.slice(at, end).split('\n');
    add(readTyped(lines.filter((line) => !isRow(line)).join('\n'), part.numberStyle()));
    at = end;
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  return index;
}

/** Limits the rows of a table cited whole in which words and differences are sought. */
export const mostRows = 400;

/** True for a table of a file that a footnote cites without words. */
export function isCitedWhole(footnotes: readonly Footnote[], table: SourceTable): boolean {
  return footnotes.some(({ sources }) =>
    sources.some(
      ({ isWhole, parts }) => isWhole && parts.some((part) => part.tables().includes(table)),
    ),
  );
}

/**
 * Returns the cited cell of words with the digits of a figure, "27.9 (171)" or "Dornier Do 228", or
 * null.
 */
export function findInWords(
  { shown }: TypedFigure,
  passages: readonly Passage[],
  footnotes: readonly Footnote[],
): string | null {
  const written = /\d[\d.,:]*\d|\d/u.exec(shown)?.[0];
  if (written === undefined) return null;
  const token = new RegExp(`(?<![\\d.,])${written.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`, 'u');
  const rows = [
    ...passages.flatMap(({ row }) => row ?? []),
    ...footnotes.flatMap(wholeTablesOf).flatMap((table) => table.rows.slice(0, mostRows)),
  ];
  for (const { texts, figures } of rows)
    for (const [index, text] of texts.entries())
      if (figures[index] === null && token.test(text)) return text;
  return null;
}

/** Names the tables that footnotes cite: “Query q1”, “costs.xlsx”. */
export function nameTables(footnotes: readonly Footnote[]): string {
  const cited = footnotes.filter((footnote) => tablesOf(footnote).length > 0);
  return [...new Set(cited.map(({ source }) => source.title))].join(', ');
}

/**
 * True for a number that may count rows, or be a difference of two cells, of a table cited whole.
 */
export function mayCount(figure: TypedFigure, footnotes: readonly Footnote[]): boolean {
  if ((figure.unit !== null && !isSpan(figure.unit)) || !Number.isInteger(figure.value))
    return false;
  const tables = footnotes.flatMap(wholeTablesOf).filter((table) => isCitedWhole(footnotes, table));
  return tables.some(
    ({ rows, columns }) =>
      figure.value <= rows.length ||
      columns.some((_, index) => {
        const known = new Set(
          rows.slice(0, mostRows).flatMap(({ figures }) => figures[index]?.value ?? []),
        );
        return [...known].some((value) => known.has(value + figure.value));
      }),
  );
}

/**
 * True for a number between the values of a column cited whole ("after 1940"), unless the cell's
 * place is named.
 */
export function mayBeThreshold(
  figure: TypedFigure,
  footnotes: readonly Footnote[],
  text: NamingText,
): boolean {
  if (figure.unit !== null || !Number.isInteger(figure.value)) return false;
  const files = footnotes.filter(({ sources }) =>
    sources.every(({ document }) => document.query === undefined),
  );
  const tables = files.flatMap(wholeTablesOf).filter((table) => isCitedWhole(files, table));
  return tables.some((table) => {
    const named = (side: 'row' | 'column') =>
      findNamed(text, table, side).filter(({ isLiteral }) => isLiteral);
    const columns = new Set(named('column').map(({ label }) => label));
    const rows = new Set(named('row').map(({ label }) => label));
    const isTold = table.rows.some(
      ({ label, figures }) =>
        rows.has(label) && table.columns.some((name, at) => columns.has(name) && figures[at]),
    );
    if (isTold) return false;
    return table.columns.some((_, index) => {
      const values = table.rows
        .slice(0, mostRows)
        .flatMap(({ figures }) => figures[index]?.value ?? []);
      return (
        values.length > 1 &&
        Math.min(...values) < figure.value &&
        figure.value < Math.max(...values)
      );
    });
  });
}

/** Returns a doubt with the years or rows that a figure may count (totals excluded), or null. */
export function findCounted(
  { kind, value, unit, shown }: TypedFigure,
  footnotes: readonly Footnote[],
  passages: readonly Passage[],
): Extract<Doubt, { kind: 'countOfRows' | 'countOfYears' }> | null {
  // "The 3 year period" counts the years of a cited row.
  const years = new Set(
    passages.flatMap((one) => one.figures.flatMap(({ period }) => period?.name.slice(0, 4) ?? [])),
  );
  if (unit === 'yr' && value > 1 && years.size === value)
    return { kind: 'countOfYears', figure: shown, found: [...years].toSorted().join(', ') };
  if (kind !== 'plain' || unit !== null || !Number.isInteger(value) || value < 2) return null;
  const sized = footnotes.filter((footnote) =>
    tablesOf(footnote).some(
      ({ rows }) =>
        rows.length === value || rows.filter(({ isTotal }) => !isTotal).length === value,
    ),
  );
  if (sized.length === 0 && passages.filter(({ row }) => row !== null).length !== value)
    return null;
  return {
    kind: 'countOfRows',
    figure: shown,
    found: nameTables(sized.length > 0 ? sized : footnotes),
  };
}
