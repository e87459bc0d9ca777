import { cleanText, cutText, serialOf } from '../writing/cell-values.ts';
import { dateFormat } from '../writing/number-formats.ts';
import type { CellStyle, Sheet, SheetCell } from '../writing/sheet.ts';
import { headStyles, lineStyle, linkStyle, titleStyle, warningStyle } from '../writing/table-sheet.ts';
import type { BookQuery, BookSource, EngagementBook } from './engagement-book.ts';
import { stateName } from './figure-sheets.ts';

const wrapped: CellStyle = { wraps: true, line: true };
const link: CellStyle = { ink: 'link', line: true, wraps: true };
const number: CellStyle = { format: '#,##0', line: true, align: 'right' };
const date: CellStyle = { format: dateFormat, line: true, align: 'center' };
const openDate: CellStyle = { format: dateFormat, align: 'left' };
const strong: CellStyle = { bold: true };

type Heads = readonly (readonly [text: string, width: number, align: 'left' | 'right'])[];

const text = (value: string, style = wrapped): SheetCell => ({ value: cutText(cleanText(value), 4_000), style });

function listSheet(
  name: string,
  title: string,
  line: string,
  back: string,
  heads: Heads,
  rows: readonly SheetCell[][],
): Sheet {
  return {
    ...{ name, title, head: 4, filters: true, widths: heads.map(([, width]) => width) },
    rows: [
      [{ value: title, style: titleStyle }],
      [{ value: 'Contents', style: linkStyle, target: back }],
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
  rowCount: number;
}

/** Makes the first worksheet: what the workbook is, its sheets, how it is read, and what it lacks. */
export function buildContents(
  name: string,
  book: EngagementBook,
  listed: readonly ListedSheet[],
  notes: readonly string[],
): Sheet {
  const serial = serialOf(book.date.slice(0, 10));
  const facts: SheetCell[][] = [
    ...(book.client === '' ? [] : [[text('Client', strong), text(book.client, {})]]),
    ...(book.company === '' ? [] : [[text('Prepared by', strong), text(book.company, {})]]),
    ...(serial === null ? [] : [[text('Date', strong), { value: serial, style: openDate }]]),
    [text('Documents', strong), text(book.documents.map(({ title }) => title).join('; '), { wraps: true })],
  ];
  const top: SheetCell[][] = [[{ value: cleanText(book.title), style: titleStyle }], ...facts, []];
  const heads: SheetCell[] = [
    { value: 'Sheet', style: headStyles.left },
    { value: 'What it holds', style: headStyles.left },
    { value: 'Rows', style: headStyles.right },
  ];
  const sheets = listed.map(({ name: target, title, about, rowCount }): SheetCell[] => [
    { ...text(title, link), target },
    text(about),
    { value: rowCount, style: number },
  ]);
  const closing = [
    ...(notes.length === 0
      ? []
      : [[], [text('How to read it', strong)], ...notes.map((note) => [text(note, { wraps: false })])]),
    ...(book.omissions.length === 0
      ? []
      : [[], [text('Not in this workbook', warningStyle)], ...book.omissions.map((one) => [text(one, warningStyle)])]),
  ];
  return {
    ...{ name, title: 'Contents', head: null, filters: false, widths: [56, 84, 10] },
    rows: [...top, heads, ...sheets, ...closing],
  };
}

const nowhere: BookSource = { text: '', place: null, quote: null, query: null, tables: [], document: null };

interface PlacedQuery {
  query: BookQuery;
  /** The worksheet of its result; null if it has none. */
  sheet: string | null;
}

/** Makes the worksheet of queries: each leads to its result, and the team reads its statement in a note. */
export function buildQuerySheet(
  name: string,
  back: string,
  queries: readonly PlacedQuery[],
  isForTeam: boolean,
): Sheet {
  const heads: Heads = [
    ['Query', 42, 'left'],
    ['Rows', 8, 'right'],
    ['Cited in', 32, 'left'],
    ...(isForTeam
      ? ([
          ['Reads', 26, 'left'],
          ['Asked by', 16, 'left'],
          ['Date', 12, 'left'],
          ['Id', 16, 'left'],
          ['Statement (SQL)', 64, 'left'],
        ] as const)
      : []),
  ];
  const rows = queries.map(({ query: { title, rowCount, citedIn, team, absent }, sheet }): SheetCell[] => [
    {
      ...text(absent === null ? title : `${title} (${absent})`, sheet === null ? wrapped : link),
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
  ]);
  const line = isForTeam
    ? 'Each query reads the tables of this workbook. Its statement stands in the note on its name.'
    : 'Each query reads the tables of this workbook.';
  return listSheet(name, 'Queries', line, back, heads, rows);
}

/** Makes the worksheet of sources: each statement of the documents that cites something. */
export function buildSourceSheet(
  name: string,
  back: string,
  { documents, audience }: EngagementBook,
  sheetOf: (source: { query: number | null; tables: readonly number[] }) => string | null,
): Sheet {
  const isForTeam = audience === 'team';
  const heads: Heads = [
    ['Document', 26, 'left'],
    ['Note', 7, 'left'],
    ['Statement', 56, 'left'],
    ['Source', 34, 'left'],
    ['Place', 24, 'left'],
    ['Words of the source', 56, 'left'],
    ...(isForTeam ? ([['Check', 14, 'left']] as const) : []),
  ];
  const rows = documents.flatMap(({ title, statements }) =>
    statements.flatMap(({ footnote, claim, sources, state }) =>
      (sources.length === 0 ? [nowhere] : sources).map((source): SheetCell[] => {
        const target = sheetOf(source);
        return [
          text(title),
          text(footnote === null || footnote.startsWith('~') ? '' : footnote),
          text(claim),
          target === null ? text(source.text) : { ...text(source.text || 'Data', link), target },
          text(source.place ?? ''),
          text(source.quote ?? ''),
          ...(isForTeam ? [text(state === null ? '' : stateName(state))] : []),
        ];
      }),
    ),
  );
  return listSheet(name, 'Sources', 'What the statements of the documents rest on.', back, heads, rows);
}
