import { writeDay } from '@ecp/language/deck-words';
import { formatsOf } from '@ecp/language/formats';
import { type BookWords, bookWords, countIn, placeIn, sayAbsent, unitIn } from '../book-words.ts';
import type { BookEntry, BookValue } from '../workbook-types.ts';
import { drawBook } from '../writing/draw-book.ts';
import { cellReference, createNameBook, rangeReference } from '../writing/excel-names.ts';
import type { Book, Sheet } from '../writing/sheet.ts';
import { buildTableSheet, type TableSheet } from '../writing/table-sheet.ts';
import type { BookQuery, BookSource, BookTable, EngagementBook } from './engagement-book.ts';
import { buildFigureModel, type FigureModel, type PlacedGrid } from './figure-model.ts';
import { buildFigureSheet, buildInputSheet, figureHead, writtenDecimals } from './figure-sheets.ts';
import {
  buildContents,
  buildQuerySheet,
  buildSourceSheet,
  type ListedSheet,
} from './overview-sheets.ts';
import { buildPaperTables } from './paper-tables.ts';
import { tellApart } from './short-names.ts';
import { buildSummarySheet } from './summary-sheet.ts';

/**
 * Rows by the index of their table or query; undefined for one whose rows are not in the workbook.
 */
export interface EngagementRows {
  tables: ReadonlyMap<number, BookValue[][]>;
  queries: ReadonlyMap<number, BookValue[][]>;
  grids?: ReadonlyMap<number, BookEntry[][]>;
}

/** Writes the tables, queries, figures and sources of an engagement as the file of a workbook. */
export function writeEngagement(book: EngagementBook, rows: EngagementRows): Uint8Array {
  return drawBook(buildEngagement(book, rows));
}

/** Makes the worksheets of an engagement. */
export function buildEngagement(book: EngagementBook, rows: EngagementRows): Book {
  const isForTeam = book.audience === 'team';
  const words = bookWords(book.language);
  const named = words.sheets;
  const names = createNameBook();
  const contents = names.sheet(named.contents);
  const summary = names.sheet(named.summary);
  const places = {
    figures: names.sheet(named.figures),
    inputs: names.sheet(named.inputs),
    head: figureHead,
  };
  const [queryList, sources] = [names.sheet(named.queries), names.sheet(named.sources)];
  const back = { sheet: contents, text: named.contents };
  const nameQuery = ({ title, team }: BookQuery): string =>
    title ?? [words.heads.query, team?.id].filter(Boolean).join(' ');
  const nameSource = ({ isSelf, query, text }: BookSource): string => {
    const found = query === null ? undefined : book.queries[query];
    return isSelf ? words.self : found ? nameQuery(found) : text;
  };

  const queries = book.queries.map((query, index) => {
    const own = rows.queries.get(index);
    const sheet = own ? queryToSheet(query, index, own) : null;
    const sql = query.team?.sql ?? null;
    return {
      query,
      sheet,
      grid: sheet && own ? toGrid(sheet, nameQuery(query), query.columns, own, sql) : null,
    };
  });
  const tables = book.tables.map((table, index) => {
    const own = rows.tables.get(index);
    const sheet = tableToSheet(table, own ?? []);
    return { table, sheet, grid: own ? toGrid(sheet, table.title, table.columns, own) : null };
  });
  const grids = (book.grids ?? []).map((grid, index) => {
    const own = rows.grids?.get(index) ?? [];
    const name = names.sheet(`G${index + 1} ${grid.title}`);
    const sheet = buildTableSheet({
      ...grid,
      name,
      words,
      lines: [],
      warnings: [],
      rows: own,
      back,
      wraps: true,
    });
    const values = own.map((row) =>
      row.map((cell) => (cell !== null && typeof cell === 'object' ? cell.value : cell)),
    );
    return { sheet, grid: toGrid(sheet, grid.title, grid.columns, values) };
  });
  const model = buildFigureModel(book.documents, {
    query: (index) => queries[index]?.grid ?? null,
    table: (index) => tables[index]?.grid ?? null,
    grid: (index) => grids[index]?.grid ?? null,
  });
  tellApart(model.inputs, ({ value, unit, rounding }) => writeNumber(value, unit, rounding, words));
  tellApart(
    model.rows.filter(({ isStep }) => isStep),
    ({ text, value, unit, rounding }) => text || writeNumber(value, unit, rounding, words),
  );
  const rowsOf = new Map(
    [model.rows, model.inputs].flatMap((list) =>
      list.map((row, index) => [row, places.head + 1 + index] as const),
    ),
  );
  const { documents } = book;
  const context = {
    model,
    documents,
    places,
    rowsOf,
    isForTeam,
    words,
    nameSource,
    nameQuery,
    back: contents,
  };
  const sheetOf = (source: BookSource): string | null => {
    const query =
      source.query === null ? grids[source.grid ?? -1]?.sheet : queries[source.query]?.sheet;
    const [table] = source.tables.length === 1 ? source.tables : [];
    return query?.name ?? (table === undefined ? null : (tables[table]?.sheet.name ?? null));
  };
  const listed: { sheet: Sheet; about: string; rowCount: number | null }[] = [];
  const add = (sheet: Sheet, about: string) =>
    listed.push({ sheet, about, rowCount: countRows(sheet) });
  const summarySheet = buildSummarySheet(summary, context);
  if (summarySheet) add(summarySheet, words.about.summary);
  if (model.inputs.length > 0) add(buildInputSheet(context), words.about.inputs);
  if (model.rows.length > 0) add(buildFigureSheet(context), describeFigures(model, words));
  let tableCount = 0;
  const nameTable = (title: string) => names.sheet(`T${++tableCount} ${title}`);
  for (const [index, document] of documents.entries()) {
    for (const sheet of buildPaperTables(index, document, nameTable, context))
      add(sheet, document.title);
  }
  for (const { sheet } of grids) add(sheet, words.about.grid);
  if (queries.length > 0) {
    const placed = queries.map(({ query, sheet }) => ({ query, sheet: sheet?.name ?? null }));
    add(buildQuerySheet(queryList, placed, context), words.about.queries);
  }
  for (const { sheet } of queries) if (sheet) add(sheet, words.about.query);
  for (const { table, sheet } of tables) add(sheet, nameFile(table, words));
  const sourceSheet = buildSourceSheet(sources, book.documents, sheetOf, context);
  if (countRows(sourceSheet)) add(sourceSheet, words.about.sources);
  const listing = listed.map(
    ({ sheet: { name, title }, about, rowCount }): ListedSheet => ({
      name,
      title,
      about,
      rowCount,
    }),
  );
  const { exact, colors, percent } = words.lines;
  const first = buildContents(
    book,
    listing,
    model.rows.length > 0 ? [exact, colors, percent] : [],
    context,
  );
  return {
    title: book.title,
    company: book.company,
    subject: book.client,
    color: book.color,
    words,
    sheets: [first, ...listed.map(({ sheet }) => sheet)],
    names: listNames(),
  };

  function queryToSheet(query: BookQuery, index: number, own: BookValue[][]): TableSheet {
    const { team, columns, truncated, citedIn } = query;
    const title = nameQuery(query);
    const lines = [
      ...(team ? [words.askedBy(team.id, team.author, writeDay(team.date, book.language))] : []),
      ...(citedIn.length > 0 ? [words.citedIn(citedIn.join('; '))] : []),
    ];
    const warnings = truncated ? [words.truncated(countIn(words, own.length))] : [];
    return buildTableSheet({
      name: names.sheet(`Q${index + 1} ${title}`),
      title,
      words,
      lines,
      warnings,
      columns,
      rows: own,
      back,
      ...(team ? { titleNote: team.sql } : {}),
    });
  }

  function tableToSheet(table: BookTable, own: BookValue[][]): TableSheet {
    const { title, leftOut, remarks, columns, absent } = table;
    const lines = [
      nameFile(table, words),
      ...(leftOut > 0 ? [words.leftOut(countIn(words, leftOut))] : []),
      ...remarks,
    ];
    const warnings = absent === null ? [] : [sayAbsent(words, absent)];
    return buildTableSheet({
      name: names.sheet(title),
      title,
      words,
      lines,
      warnings,
      columns,
      rows: own,
      back,
    });
  }

  function listNames(): Book['names'] {
    const ranges = [
      ...tables.map(({ table, sheet }) => ({ text: table.name, sheet })),
      ...queries.flatMap(({ query, sheet }, index) =>
        sheet ? [{ text: `${words.heads.query} ${index + 1} ${nameQuery(query)}`, sheet }] : [],
      ),
    ];
    const figures = model.rows.map((row, index) => ({
      text: [row.isStep ? `${words.step} ${row.label}` : row.label, row.period]
        .filter(Boolean)
        .join(' '),
      reference: cellReference(places.figures, places.head + 1 + index, 2),
    }));
    const inputs = model.inputs.map(({ label }, index) => ({
      text: `${words.heads.input} ${label}`,
      reference: cellReference(places.inputs, places.head + 1 + index, 1),
    }));
    return [
      ...ranges.map(({ text, sheet }) => ({
        name: names.range(text),
        reference: rangeReference(
          sheet.name,
          [sheet.head, 0],
          [sheet.rows.length - 1, Math.max(0, sheet.widths.length - 1)],
        ),
      })),
      ...[...figures, ...inputs].map(({ text, reference }) => ({
        name: names.range(text),
        reference,
      })),
    ];
  }
}

function toGrid(
  { name, head }: TableSheet,
  title: string,
  columns: PlacedGrid['columns'],
  rows: BookValue[][],
  sql?: string | null,
): PlacedGrid {
  return {
    sheet: name,
    firstRow: head + 1,
    title,
    columns,
    rows,
    isQuery: sql !== undefined,
    sql: sql ?? null,
  };
}

const nameFile = ({ file, sheet }: BookTable, words: BookWords): string =>
  sheet === null ? file : `${file}, ${placeIn(words, `sheet ${sheet}`)}`;

const countRows = ({ head, rows }: Sheet): number | null =>
  head === null ? null : rows.length - head - 1;

function describeFigures({ rows }: FigureModel, words: BookWords): string {
  const count = (kind: string) =>
    countIn(words, rows.filter(({ content }) => content.kind === kind).length);
  return words.countFigures(
    countIn(words, rows.length),
    count('formula'),
    count('link'),
    count('stated'),
  );
}

function writeNumber(
  value: number,
  unit: string | null,
  rounding: number,
  words: BookWords,
): string {
  const number = formatsOf(words.language).decimal(value, writtenDecimals(rounding));
  return [number, unitIn(words, unit)].filter(Boolean).join(' ');
}
