import type { BookValue } from '../workbook-types.ts';
import { defaultColor } from '../write-table.ts';
import { drawBook } from '../writing/draw-book.ts';
import { cellReference, createNameBook, rangeReference } from '../writing/excel-names.ts';
import type { Book, Sheet } from '../writing/sheet.ts';
import { buildTableSheet, type TableSheet } from '../writing/table-sheet.ts';
import type { BookQuery, BookTable, EngagementBook } from './engagement-book.ts';
import { buildFigureModel, type FigureModel, type PlacedGrid } from './figure-model.ts';
import { buildFigureSheet, buildInputSheet, figureHead } from './figure-sheets.ts';
import { buildContents, buildQuerySheet, buildSourceSheet, type ListedSheet } from './overview-sheets.ts';

/** Rows by the index of their table or query; undefined for one whose rows are not in the workbook. */
export interface EngagementRows {
  tables: ReadonlyMap<number, BookValue[][]>;
  queries: ReadonlyMap<number, BookValue[][]>;
}

/** Writes the tables, queries, figures and sources of an engagement as the file of a workbook. */
export function writeEngagement(book: EngagementBook, rows: EngagementRows): Uint8Array {
  return drawBook(buildEngagement(book, rows));
}

/** Makes the worksheets of an engagement. */
export function buildEngagement(book: EngagementBook, rows: EngagementRows): Book {
  const isForTeam = book.audience === 'team';
  const names = createNameBook();
  const contents = names.sheet('Contents');
  const places = { figures: names.sheet('Figures'), inputs: names.sheet('Inputs'), head: figureHead };
  const [queryList, sources] = [names.sheet('Queries'), names.sheet('Sources')];
  const back = { sheet: contents, text: 'Contents' };

  const queries = book.queries.map((query, index) => {
    const own = rows.queries.get(index);
    const sheet = own ? queryToSheet(query, index, own) : null;
    const sql = query.team?.sql ?? null;
    return { query, sheet, grid: sheet && own ? toGrid(sheet, query, own, { isQuery: true, sql }) : null };
  });
  const tables = book.tables.map((table, index) => {
    const own = rows.tables.get(index);
    const sheet = tableToSheet(table, own ?? []);
    return { table, sheet, grid: own ? toGrid(sheet, table, own, { isQuery: false, sql: null }) : null };
  });
  const model = buildFigureModel(book.documents, {
    query: (index) => queries[index]?.grid ?? null,
    table: (index) => tables[index]?.grid ?? null,
  });
  const context = { model, documents: book.documents, places, isForTeam };
  const sheetOf = (source: { query: number | null; tables: readonly number[] }): string | null => {
    const query = source.query === null ? undefined : queries[source.query]?.sheet;
    const [table] = source.tables.length === 1 ? source.tables : [];
    return query?.name ?? (table === undefined ? null : (tables[table]?.sheet.name ?? null));
  };
  const listed: { sheet: Sheet; about: string; rowCount: number; isQuery?: boolean }[] = [];
  const add = (sheet: Sheet, about: string) => listed.push({ sheet, about, rowCount: countRows(sheet) });
  if (model.rows.length > 0) add(buildFigureSheet(context, contents), describeFigures(model));
  if (model.inputs.length > 0)
    add(buildInputSheet(context, contents), 'Numbers of texts and assumptions that the formulas use');
  for (const { table, sheet } of tables) add(sheet, table.lines[0] ?? 'Table');
  if (queries.length > 0) {
    const placed = queries.map(({ query, sheet }) => ({ query, sheet: sheet?.name ?? null }));
    add(buildQuerySheet(queryList, contents, placed, isForTeam), 'The queries that the documents cite');
  }
  for (const { sheet } of queries) if (sheet) add(sheet, 'Result of a query');
  const sourceSheet = buildSourceSheet(sources, contents, book, sheetOf);
  if (countRows(sourceSheet) > 0) add(sourceSheet, 'What each statement of the documents rests on');
  const listing = listed.map(
    ({ sheet: { name, title }, about, rowCount }): ListedSheet => ({ name, title, about, rowCount }),
  );
  const first = buildContents(contents, book, listing, model.rows.length > 0 ? howToRead : []);
  return {
    ...{ title: book.title, company: book.company, subject: book.client, color: book.color ?? defaultColor },
    sheets: [first, ...listed.map(({ sheet }) => sheet)],
    names: listNames(),
  };

  function queryToSheet(query: BookQuery, index: number, own: BookValue[][]): TableSheet {
    const { title, team, columns, truncated, citedIn } = query;
    const lines = [
      ...(team ? [`Query ${team.id}, asked by ${team.author} on ${team.date.slice(0, 10)}`] : []),
      ...(citedIn.length > 0 ? [`Cited in ${citedIn.join('; ')}`] : []),
    ];
    const warnings = truncated ? [`The query has more rows than the first ${own.length}, which its record holds.`] : [];
    return buildTableSheet({
      ...{ name: names.sheet(`Q${index + 1} ${title}`), title, lines, warnings, columns, rows: own, back },
      ...(team ? { titleNote: team.sql } : {}),
    });
  }

  function tableToSheet({ title, lines, columns, absent }: BookTable, own: BookValue[][]): TableSheet {
    const warnings = absent === null ? [] : [absent];
    return buildTableSheet({ name: names.sheet(title), title, lines, warnings, columns, rows: own, back });
  }

  function listNames(): Book['names'] {
    const ranges = [
      ...tables.map(({ table, sheet }) => ({ words: table.name, sheet })),
      ...queries.flatMap(({ query, sheet }, index) =>
        sheet ? [{ words: `Query ${index + 1} ${query.title}`, sheet }] : [],
      ),
    ];
    const figures = model.rows.map((row, index) => ({
      words: [row.isStep ? `Step ${row.calculation?.footnote.label ?? ''} ${row.text}` : row.label, row.period]
        .filter(Boolean)
        .join(' '),
      reference: cellReference(places.figures, places.head + 1 + index, 2),
    }));
    const inputs = model.inputs.map(({ name, value }, index) => ({
      words: `Input ${name.split(/\s+/).slice(0, 5).join(' ')} ${value}`,
      reference: cellReference(places.inputs, places.head + 1 + index, 1),
    }));
    return [
      ...ranges.map(({ words, sheet }) => ({
        name: names.range(words),
        reference: rangeReference(
          sheet.name,
          [sheet.head, 0],
          [sheet.rows.length - 1, Math.max(0, sheet.widths.length - 1)],
        ),
      })),
      ...[...figures, ...inputs].map(({ words, reference }) => ({ name: names.range(words), reference })),
    ];
  }
}

function toGrid(
  { name, head }: TableSheet,
  { columns, title }: Pick<BookQuery, 'columns' | 'title'>,
  rows: BookValue[][],
  kind: Pick<PlacedGrid, 'isQuery' | 'sql'>,
): PlacedGrid {
  return { ...kind, sheet: name, firstRow: head + 1, title, columns, rows };
}

const countRows = ({ head, rows }: Sheet): number => (head === null ? 0 : rows.length - head - 1);

function describeFigures({ rows }: FigureModel): string {
  const count = (kind: string) => rows.filter(({ content }) => content.kind === kind).length;
  const parts = [
    `${count('formula')} follow by formula`,
    `${count('link')} are cells of tables, queries or other figures`,
    `${count('stated')} stand as the documents state them`,
  ];
  return `${rows.length} figures of the documents: ${parts.join(', ')}`;
}

const howToRead = [
  'A figure’s exact value is a formula over the cells that it follows from. Beside it stand the words of the document, and whether both agree.',
  'Blue: a number as a document or a source writes it. Black: a formula. Green: a cell of another sheet.',
  'A percentage is the number before its sign: 12.5% is 12.5 in its cell. No value of a table is scaled.',
];
