import { type BookWords, countIn, placeIn, sayAbsent } from '../book-words.ts';
import { cleanText, cutText, serialOf } from '../writing/cell-values.ts';
import type { CellStyle, Sheet, SheetCell } from '../writing/sheet.ts';
import {
  headStyles,
  lineStyle,
  linkStyle,
  titleStyle,
  warningStyle,
} from '../writing/table-sheet.ts';
import type { BookDocument, BookQuery, BookSource, EngagementBook } from './engagement-book.ts';

const wrapped: CellStyle = { wraps: true, line: true };
const link: CellStyle = { ink: 'link', line: true, wraps: true };
const number: CellStyle = { format: '#,##0', line: true, align: 'right' };
const strong: CellStyle = { bold: true };

export type Heads = readonly (readonly [text: string, width: number, align: 'left' | 'right'])[];

const text = (value: string, style = wrapped): SheetCell => ({
  value: cutText(cleanText(value), 4_000),
  style,
});

/** The data that all lists of a workbook use. */
export interface ListContext {
  words: BookWords;
  isForTeam: boolean;
  /** The sheet of contents. */
  back: string;
  /** Names a source or a query as people read it. */
  nameSource: (source: BookSource) => string;
  nameQuery: (query: BookQuery) => string;
}

interface List {
  name: string;
  title: string;
  line: string;
  heads: Heads;
  rows: readonly SheetCell[][];
}

/** Makes a worksheet of a list, with its title, a link back and a line above the heads. */
export function listSheet(
  { name, title, line, heads, rows }: List,
  { words, back }: ListContext,
): Sheet {
  return {
    name,
    title,
    head: 4,
    filters: true,
    widths: heads.map(([, width]) => width),
    rows: [
      [{ value: title, style: titleStyle }],
      [{ value: words.sheets.contents, style: linkStyle, target: back }],
      [{ value: line, style: lineStyle }],
      [],
      heads.map(([value, , align]) => ({ value, style: headStyles[align] })),
      ...rows,
    ],
  };
}

/** A worksheet in the contents. */
export interface ListedSheet {
  name: string;
  title: string;
  about: string;
  /** Null for a sheet that is no list. */
  rowCount: number | null;
}

/**
 * Makes the first worksheet: what the workbook is, its sheets, how it is read, and what it lacks.
 */
export function buildContents(
  book: EngagementBook,
  listed: readonly ListedSheet[],
  notes: readonly string[],
  { words, back: name }: ListContext,
): Sheet {
  const { contents } = words;
  const serial = serialOf(book.date.slice(0, 10));
  const dayStyle: CellStyle = { format: words.dateFormat, align: 'left' };
  const facts: SheetCell[][] = [
    ...(book.client === '' ? [] : [[text(contents.client, strong), text(book.client, {})]]),
    ...(book.company === '' ? [] : [[text(contents.company, strong), text(book.company, {})]]),
    ...(serial === null ? [] : [[text(contents.date, strong), { value: serial, style: dayStyle }]]),
    [
      text(contents.documents, strong),
      text(book.documents.map(({ title }) => title).join('; '), { wraps: true }),
    ],
  ];
  const top: SheetCell[][] = [[{ value: cleanText(book.title), style: titleStyle }], ...facts, []];
  const heads: SheetCell[] = [
    { value: contents.sheet, style: headStyles.left },
    { value: contents.about, style: headStyles.left },
    { value: contents.rows, style: headStyles.right },
  ];
  const sheets = listed.map(({ name: target, title, about, rowCount }): SheetCell[] => [
    { ...text(title, link), target },
    text(about),
    { value: rowCount, style: number },
  ]);
  const closing = [
    ...(notes.length === 0
      ? []
      : [
          [],
          [text(contents.howToRead, strong)],
          ...notes.map((note) => [text(note, { wraps: false })]),
        ]),
    ...(book.omissions.length === 0
      ? []
      : [
          [],
          [text(contents.missing, warningStyle)],
          ...book.omissions.map(({ kind, left, of }) => [
            text(words.omitted[kind](countIn(words, left), countIn(words, of)), warningStyle),
          ]),
        ]),
  ];
  return {
    name,
    title: words.sheets.contents,
    head: null,
    filters: false,
    widths: [78, 72, 10],
    rows: [...top, heads, ...sheets, ...closing],
  };
}

const nowhere: BookSource = {
  text: '',
  place: null,
  quote: null,
  query: null,
  tables: [],
  document: null,
};

interface PlacedQuery {
  query: BookQuery;
  /** The worksheet of its result; null if it has none. */
  sheet: string | null;
}

/**
 * Makes the worksheet of queries: each leads to its result, and the team reads its statement in a
 * note.
 */
export function buildQuerySheet(
  name: string,
  queries: readonly PlacedQuery[],
  context: ListContext,
): Sheet {
  const { words, isForTeam, nameQuery } = context;
  const date: CellStyle = { format: words.dateFormat, line: true, align: 'center' };
  const { query: head, citedIn: cited, reads, author, id, sql } = words.heads;
  const heads: Heads = [
    [head, 42, 'left'],
    [words.contents.rows, 8, 'right'],
    [cited, 32, 'left'],
    ...(isForTeam
      ? ([
          [reads, 26, 'left'],
          [author, 16, 'left'],
          [words.contents.date, 12, 'left'],
          [id, 16, 'left'],
          [sql, 64, 'left'],
        ] as const)
      : []),
  ];
  const rows = queries.map(
    ({ query, query: { rowCount, citedIn, team, absent }, sheet }): SheetCell[] => [
      {
        ...text(
          absent === null ? nameQuery(query) : `${nameQuery(query)} (${sayAbsent(words, absent)})`,
          sheet === null ? wrapped : link,
        ),
        ...(sheet === null ? {} : { target: sheet }),
        ...(team ? { note: team.sql } : {}),
      },
      { value: rowCount, style: number },
      text(citedIn.join('; ')),
      ...(team && isForTeam
        ? [
            text(team.tables.join(', ')),
            text(team.author),
            { value: serialOf(team.date.slice(0, 10)) ?? team.date, style: date },
            text(team.id),
            text(team.sql.replace(/\s+/g, ' ').trim()),
          ]
        : []),
    ],
  );
  const line = isForTeam ? words.lines.queriesForTeam : words.lines.queries;
  return listSheet({ name, title: words.sheets.queries, line, heads, rows }, context);
}

/** Makes the worksheet of sources: each statement of the documents that cites something. */
export function buildSourceSheet(
  name: string,
  documents: readonly BookDocument[],
  sheetOf: (source: BookSource) => string | null,
  context: ListContext,
): Sheet {
  const { words, isForTeam, nameSource } = context;
  const { document, note, statement, source: sourceHead, place, quote, check } = words.heads;
  const heads: Heads = [
    [document, 26, 'left'],
    [note, 7, 'left'],
    [statement, 56, 'left'],
    [sourceHead, 34, 'left'],
    [place, 24, 'left'],
    [quote, 56, 'left'],
    ...(isForTeam ? ([[check, 14, 'left']] as const) : []),
  ];
  const rows = documents.flatMap(({ title, statements }) =>
    statements.flatMap(({ footnote, claim, sources, state }) =>
      (sources.length === 0 ? [nowhere] : sources).map((source): SheetCell[] => {
        const target = sheetOf(source);
        return [
          text(title),
          text(footnote === null || footnote.startsWith('~') ? '' : footnote),
          text(claim),
          target === null
            ? text(nameSource(source))
            : { ...text(nameSource(source) || words.data, link), target },
          text(placeIn(words, source.place)),
          text(source.quote ?? ''),
          ...(isForTeam ? [text(state === null ? '' : (words.states[state] ?? state))] : []),
        ];
      }),
    ),
  );
  return listSheet(
    { name, title: words.sheets.sources, line: words.lines.sources, heads, rows },
    context,
  );
}
