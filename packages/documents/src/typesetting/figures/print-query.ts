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

/** Most rows, columns and characters of a cell that are printed. */
const most = { rows: 10, columns: 12, characters: 120 };

/** Puts a cited query into words. `titles` are those of the documents by filename. */
export function printQuery(
  { id, citedIn, query }: CitedQuery,
  titles: ReadonlyMap<string, string>,
  language: Language,
): PrintedQuery {
  return {
    id: breakLongRuns(cleanLine(id), narrowBreaks.longest, narrowBreaks.every),
    title: query?.title ? breakLongRuns(cleanLine(query.title), 40, 24) : '',
    citedIn: citedIn.map((filename) => titles.get(filename) ?? cleanLine(filename)).join(', '),
    found: query === null ? null : printFound(query, language),
  };
}

function printFound(query: ReportQuery, language: Language): FoundQuery {
  const { author, sql, tables, resultHash } = query;
  const asked = new Date(query.createdAt);
  const day = asked.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const rows = readFirstRows(query.rows, most.rows);
  const parts = chooseColumns(query, rows, language);
  return {
    asked: `Asked by ${author.isAgent ? 'the agent ' : ''}${cleanLine(author.name)} on ${day}, ${asked.toISOString().slice(11, 16)} UTC`,
    sql: breakLongRuns(cleanText(sql).replaceAll('\t', '    ').trim(), 60, 20),
    tables: tables.map(({ name, sha256 }) => ({ name: inCell(name), sha256: breakHash(sha256) })),
    result: rows.length === 0 ? null : buildResult(query, rows, parts, language),
    shown: describeShown(query, rows.length, parts.columns.length),
    hash: breakHash(resultHash),
  };
}

/** Chooses the first columns that fit an upright page. */
function chooseColumns({ columns }: ReportQuery, rows: ResultCell[][], language: Language): FittedPart {
  const needs = columns
    .slice(0, most.columns)
    .map((column, at) => measureColumn([showHead(column), ...rows.map((row) => showCell(row[at], language))]));
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
  const parts = [
    rows < rowCount ? `${total}, of which ${rows === 0 ? 'none' : `the first ${rows}`} printed here` : total,
  ];
  if (rows > 0 && printed < columns.length)
    parts.push(`${count(columns.length - printed, 'further column')} left out here`);
  return parts.join('; ');
}

function breakHash(hash: string): string {
  return breakLongRuns(cleanLine(hash), 16, 16);
}

function inCell(text: string): string {
  return breakLongRuns(cleanLine(text), narrowBreaks.longest, narrowBreaks.every);
}
