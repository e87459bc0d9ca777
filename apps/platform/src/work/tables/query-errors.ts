import { ApiError } from '@ecp/contract/declaring/errors';
import { queryLimits } from '@ecp/contract/work/tables';
import {
  type FailureReason,
  type QueryFailedError,
  QueryRefusedError,
  type RefusalReason,
} from '@ecp/tables/table-types';

/** The names that a statement could have used. */
export interface KnownNames {
  tables: readonly string[];
  columns: readonly string[];
}

/** Returns why a statement was not executed, or failed, in words: with the place, or the name that was meant. */
export function explainQueryError(
  error: QueryRefusedError | QueryFailedError,
  sql: string,
  known: KnownNames,
): ApiError {
  const detail = error.detail.slice(0, maxLength);
  if (error instanceof QueryRefusedError) {
    const place = error.position === null ? null : placeOf(sql, error.position);
    const reason = refusals[error.reason](detail, known, place);
    return new ApiError('query_refused', { values: { reason }, cause: error });
  }
  return new ApiError('query_failed', { values: { reason: failures[error.reason](detail, known) }, cause: error });
}

/** Limits the length of a part of a message that comes from DuckDB. */
const maxLength = 1_000;

interface Place {
  line: number;
  column: number;
  /** The word that stands there; empty at the end. */
  word: string;
}

function placeOf(sql: string, position: number): Place {
  // DuckDB counts bytes.
  const before = Buffer.from(sql).subarray(0, position).toString();
  const lines = before.split('\n');
  const word = /^\s*([\p{L}\p{N}_]+|\S)/u.exec(sql.slice(before.length))?.[1] ?? '';
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1, word };
}

const refusals: Record<RefusalReason, (detail: string, known: KnownNames, place: Place | null) => string> = {
  too_long: () => `The statement has more than ${queryLimits.sql.toLocaleString('en-US')} characters.`,
  not_utf8: () => 'The statement is not valid text.',
  syntax: (detail, _, place) => explainSyntax(detail, place),
  not_one_statement: () => 'Write one statement only.',
  not_select: () => 'Only select is allowed.',
  table: (detail, { tables }) => missing('table', detail, tables),
  function: (detail) => `The function ${detail} is not allowed.`,
  construct: (detail) => `${detail} is not allowed.`,
  parameter: () => 'Parameters are not allowed.',
};

function explainSyntax(detail: string, place: Place | null): string {
  if (!place) return `This is not SQL: ${firstSentence(detail)}.`;
  const where = `in line ${place.line}, at character ${place.column}`;
  if (/^unterminated quoted/.test(detail)) return `A quotation mark ${where}, is never closed.`;
  if (place.word === '' || /at end of input/.test(detail)) return `The statement breaks off ${where}.`;
  return `The statement cannot be read from “${place.word}” on, ${where}.`;
}

const failures: Record<FailureReason, (detail: string, known: KnownNames) => string> = {
  timeout: () => `The query took more than ${queryLimits.ms / 1_000} seconds and was ended. Ask for less at once.`,
  memory: () => 'The query needs more than 256 MB of memory. Ask for less at once.',
  result_too_large: () => `The result is larger than ${queryLimits.resultBytes / 1_000_000} MB. Ask for less at once.`,
  table_unreadable: () => 'A table could not be read.',
  error: explainFailure,
};

/** DuckDB's errors of a statement that does not fit the tables, each with the words for a person. */
const sayings: [RegExp, (parts: readonly string[], known: KnownNames) => string][] = [
  [/Referenced column "(.+?)" not found/, ([name = ''], { columns }) => missing('column', name, columns)],
  [/does not have a column named "(.+?)"/, ([name = ''], { columns }) => missing('column', name, columns)],
  [/Referenced table "(.+?)" not found/, ([name = ''], { tables }) => missing('table', name, tables)],
  [
    /column "(.+?)" must appear in the GROUP BY/,
    ([name]) => `The column ${name} is neither grouped nor summed up. Add it to group by.`,
  ],
  [
    /Ambiguous reference to column name "(.+?)" \(use: (.+)\)/,
    ([name, use = '']) => `Two tables have a column ${name}. Write ${use.replaceAll('"', '')}.`,
  ],
  [
    /Could not convert string '(.*?)' to (\w+)/s,
    ([value, type = '']) =>
      `The text “${value}” is no ${/INT|DEC|DOUBLE|FLOAT/.test(type) ? 'number' : type.toLowerCase()}.`,
  ],
  [/invalid date field format: "(.*?)"/, ([value]) => `The text “${value}” is no date. Dates are written 2026-01-31.`],
  [
    /No function matches .*?'(.+?)\((.*?)\)'/,
    ([name = '', types = '']) =>
      `${name} does not take ${typesOf(types)}. Choose another column, or convert it with cast.`,
  ],
  [/Function with name (\S+) does not exist/, ([name]) => `There is no function ${name}.`],
  [/WHERE clause cannot contain aggregates/, () => 'where cannot hold sum, count and the like. Use having.'],
];

function explainFailure(detail: string, known: KnownNames): string {
  for (const [pattern, say] of sayings) {
    const found = pattern.exec(detail);
    if (found) return say(found.slice(1), known);
  }
  return `The query cannot be run: ${firstSentence(detail)}.`;
}

/** Returns DuckDB's words without its kind of error and its copy of the statement, which the caller has. */
function firstSentence(words: string): string {
  const [said = ''] = words.split(/\n+LINE \d+:|\n/);
  return said
    .replace(/^(\w+ )+Error: /, '')
    .trim()
    .replace(/[.!]$/, '');
}

function typesOf(types: string): string {
  const names = types.split(', ').map((type) => {
    if (/VARCHAR|STRING/.test(type)) return 'text';
    return /INT|DEC|DOUBLE|FLOAT/.test(type) ? 'a number' : type.toLowerCase();
  });
  return names.join(' and ');
}

/** Limits the names that a message lists. */
const mostNames = 12;

function missing(kind: 'table' | 'column', name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  if (meant !== null) return `There is no ${kind} ${name}. Did you mean ${meant}?`;
  if (names.length === 0) return `There is no ${kind} ${name}.`;
  const more = names.length > mostNames ? ', …' : '.';
  return `There is no ${kind} ${name}. There ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, mostNames).join(', ')}${more}`;
}

/** Finds the name that differs in at most a third of its letters, or begins or ends with what was written. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const written = name.toLowerCase();
  const plain = written.replace(/[^\p{L}\p{N}]+/gu, '_');
  const ranked = [...new Set(names)].map((one) => ({ one, distance: distanceOf(plain, one) }));
  const [best] = ranked.toSorted((a, b) => a.distance - b.distance);
  if (!best) return null;
  if (best.distance <= Math.max(1, Math.floor(best.one.length / 3))) return best.one;
  const related = names.filter((one) => one.startsWith(`${plain}_`) || one.endsWith(`_${plain}`));
  return related.length > 0 ? (related[0] ?? null) : null;
}

/** Counts the letters that must be added, removed or changed (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one.slice(0, 100)].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (other[to - 1] === letter ? 0 : 1);
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
