import type { Language } from '@ecp/language/language';
import { narrowBreaks } from '../../markdown/build-inlines.ts';
import { breakLongRuns, cleanLine, cleanText } from '../../markdown/clean-text.ts';
import type { TableBlock } from '../../markdown/document-tree.ts';
import { type FittedPart, fitColumns, measureColumn } from '../../markdown/fit-columns.ts';
import type { CitedQuery, ReportQuery } from '../../reports/figure-types.ts';
import { type ResultCell, readFirstRows } from './read-first-rows.ts';
import { writeCellNumber } from './write-number.ts';

/** A cited query for the template. */
export interface PrintedQuery {
  id: string;
  title: string;
  /** Titles of the documents that cite it. */
  citedIn: string;
  /** Null if the engagement has no such query. */
  found: FoundQuery | null;
}

/** A recorded query in words. */
export interface FoundQuery {
  /** When it was asked, and by whom. */
  asked: string;
  sql: string;
  tables: { name: string; sha256: string }[];
  /** The first rows; null without any. */
  result: TableBlock | null;
  /** How much of the result is printed. */
  shown: string;
  hash: string;
}

/** Most rows of a result, and characters of a cell, that are printed. */
const most = { rows: 10, characters: 120 };
/** Most columns of a result, and characters of a statement; and of all queries of a report together. */
const bounds = { columns: 12, sql: 20_000, allColumns: 3_000, allSql: 1_000_000 };

/** Options for printing the queries of a report. */
export interface QueryPrinting {
  /** Titles of the documents by filename. */
  titles: ReadonlyMap<string, string>;
  language: Language;
  /** How many queries are printed: the more, the less of each. */
  count: number;
}

/** Puts a cited query into words. */
export function printQuery({ id, citedIn, query }: CitedQuery, printing: QueryPrinting): PrintedQuery {
  return {
    id: breakLongRuns(cleanLine(id), narrowBreaks.longest, narrowBreaks.every),
    title: query?.title ? breakLongRuns(cleanLine(query.title), 40, 24) : '',
    citedIn: citedIn.map((filename) => printing.titles.get(filename) ?? cleanLine(filename)).join(', '),
    found: query === null ? null : printFound(query, printing),
  };
}

function printFound(query: ReportQuery, { language, count }: QueryPrinting): FoundQuery {
  const { author, tables, resultHash } = query;
  const asked = new Date(query.createdAt);
  const day = asked.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const rows = readFirstRows(query.rows, most.rows);
  const columns = Math.min(bounds.columns, Math.floor(bounds.allColumns / count));
  const part = chooseColumns(query.columns.slice(0, columns), rows, language);
  return {
    asked: `Asked by ${author.isAgent ? 'the agent ' : ''}${cleanLine(author.name)} on ${day}, ${asked.toISOString().slice(11, 16)} UTC`,
    sql: printSql(query.sql, Math.min(bounds.sql, Math.floor(bounds.allSql / count))),
    tables: tables.map(({ name, sha256 }) => ({ name: inCell(name), sha256: breakHash(sha256) })),
    result: rows.length === 0 ? null : buildResult(query, rows, part, language),
    shown: describeShown(query, rows.length, part.columns.length),
    hash: breakHash(resultHash),
  };
}

function printSql(sql: string, longest: number): string {
  const text = cleanText(sql).replaceAll('\t', '    ').trim();
  const note = `\n-- … the first ${longest.toLocaleString('en-GB')} of ${text.length.toLocaleString('en-GB')} characters`;
  return breakLongRuns(text.length <= longest ? text : text.slice(0, longest).toWellFormed() + note, 60, 20);
}

/** Chooses the first columns that fit an upright page. */
function chooseColumns(columns: ReportQuery['columns'], rows: ResultCell[][], language: Language): FittedPart {
  const needs = columns.map((column, at) =>
    measureColumn([showHead(column), ...rows.map((row) => showCell(row[at], language))]),
  );
  for (let count = needs.length; count > 1; count -= 1) {
    const [part, ...others] = fitColumns(needs.slice(0, count));
    if (part && others.length === 0 && !part.landscape) return part;
  }
  return { columns: needs.length === 0 ? [] : [0], shares: [1], sizePt: 8, landscape: false };
}

function buildResult({ columns }: ReportQuery, rows: ResultCell[][], part: FittedPart, language: Language): TableBlock {
  const isNumeric = (at: number) => rows.every((row) => typeof (row[at] ?? 0) === 'number');
  const cell = (text: string) => [{ t: 'run' as const, v: inCell(text) }];
  return {
    t: 'table',
    columns: part.columns.map((at, index) => ({
      share: part.shares[index] ?? 1,
      align: isNumeric(at) ? 'right' : 'left',
    })),
    sizePt: Math.min(part.sizePt, 8),
    landscape: false,
    whole: false,
    tallRows: [],
    head: part.columns.map((at) => cell(showHead(columns[at] ?? { name: '', unit: null }))),
    rows: rows.map((row) => part.columns.map((at) => cell(showCell(row[at], language)))),
    note: null,
  };
}

function showHead({ name, unit }: ReportQuery['columns'][number]): string {
  return unit === null ? name : `${name} (${unit})`;
}

function showCell(cell: ResultCell | undefined, language: Language): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'number') return writeCellNumber(cell, language);
  const text = cleanLine(String(cell));
  return text.length > most.characters ? `${text.slice(0, most.characters).toWellFormed()}…` : text;
}

function describeShown({ columns, rowCount, truncated }: ReportQuery, rows: number, printed: number): string {
  const count = (value: number, word: string) => `${value.toLocaleString('en-GB')} ${word}${value === 1 ? '' : 's'}`;
  const total = `${count(rowCount, 'row')}${truncated ? ' (the query has more)' : ''}`;
  const parts = [total];
  if (rows < rowCount) parts.push(rows === 0 ? 'too long to print here' : `the first ${rows} printed here`);
  const leftOut = columns.length - printed;
  if (rows > 0 && leftOut > 0) parts.push(`${count(leftOut, 'further column')} not printed`);
  return parts.join(', ');
}

function breakHash(hash: string): string {
  return breakLongRuns(cleanLine(hash), 16, 16);
}

function inCell(text: string): string {
  return breakLongRuns(cleanLine(text), narrowBreaks.longest, narrowBreaks.every);
}
