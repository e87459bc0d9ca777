import { ApiError } from '@ecp/contract/declaring/errors';
import type { QueryFault } from '@ecp/contract/values/query-faults';
import { queryLimits } from '@ecp/contract/work/tables';
import { fillMessage } from '@ecp/language/messages';
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

/** A fault with its facts. */
interface Fault {
  fault: QueryFault;
  [fact: string]: string | number;
}

/**
 * Returns why a statement was not executed, or failed, in words and as facts: the place, or the
 * name that was meant.
 */
export function explainQueryError(
  error: QueryRefusedError | QueryFailedError,
  sql: string,
  known: KnownNames,
): ApiError {
  const detail = error.detail.slice(0, maxLength);
  if (error instanceof QueryRefusedError) {
    const place = error.position === null ? null : placeOf(sql, error.position);
    return toApiError('query_refused', refusals[error.reason](detail, known, place), error);
  }
  return toApiError('query_failed', failures[error.reason](detail, known), error);
}

function toApiError(code: 'query_refused' | 'query_failed', facts: Fault, cause: Error): ApiError {
  return new ApiError(code, {
    values: { ...facts, reason: fillMessage('en', sentences[facts.fault], facts) },
    cause,
  });
}

/** The sentence of each fault. The pages have the same in their languages. */
const sentences: Record<QueryFault, string> = {
  too_long: 'The statement has more than {limit, number} characters.',
  not_utf8: 'The statement is not valid text.',
  not_sql: 'This is not SQL: {detail}.',
  quote_open:
    'A quotation mark in line {line, number}, at character {column, number}, is never closed.',
  breaks_off: 'The statement breaks off in line {line, number}, at character {column, number}.',
  unreadable:
    'The statement cannot be read from “{word}” on, in line {line, number}, at character {column, number}.',
  not_one_statement: 'Write one statement only.',
  not_select: 'Only select is allowed.',
  no_table:
    'There is no table {name}.{hint, select, meant { Did you mean {meant}?} one { There is {names}.} all { There are {names}.} some { There are {names}, …} other {}}',
  no_column:
    'There is no column {name}.{hint, select, meant { Did you mean {meant}?} one { There is {names}.} all { There are {names}.} some { There are {names}, …} other {}}',
  function_refused: 'The function {name} is not allowed.',
  no_function: 'There is no function {name}.',
  construct_refused: '{name} is not allowed.',
  parameter: 'Parameters are not allowed.',
  timeout:
    'The query took more than {seconds, number} seconds and was ended. Ask for less at once.',
  memory: 'The query needs more than {megabytes, number} MB of memory. Ask for less at once.',
  result_too_large: 'The result is larger than {megabytes, number} MB. Ask for less at once.',
  table_unreadable: 'A table could not be read.',
  not_grouped: 'The column {name} is neither grouped nor summed up. Add it to group by.',
  ambiguous: 'Two tables have a column {name}. Write {use}.',
  no_number: 'The text “{value}” is no number.',
  no_date: 'The text “{value}” is no date. Dates are written 2026-01-31.',
  wrong_type: 'The text “{value}” is no {type}.',
  wrong_argument:
    '{name} does not take {types, select, text {text} number {a number} other {{types}}}. Choose another column, or convert it with cast.',
  aggregate_in_where: 'where cannot hold sum, count and the like. Use having.',
  other: 'The query cannot be run: {detail}.',
};

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

const refusals: Record<
  RefusalReason,
  (detail: string, known: KnownNames, place: Place | null) => Fault
> = {
  too_long: () => ({ fault: 'too_long', limit: queryLimits.sql }),
  not_utf8: () => ({ fault: 'not_utf8' }),
  syntax: (detail, _, place) => explainSyntax(detail, place),
  not_one_statement: () => ({ fault: 'not_one_statement' }),
  not_select: () => ({ fault: 'not_select' }),
  table: (detail, { tables }) => missing('no_table', detail, tables),
  function: (name) => ({ fault: 'function_refused', name }),
  construct: (name) => ({ fault: 'construct_refused', name }),
  parameter: () => ({ fault: 'parameter' }),
};

function explainSyntax(detail: string, place: Place | null): Fault {
  if (!place) return { fault: 'not_sql', detail: firstSentence(detail) };
  const { word, ...where } = place;
  if (/^unterminated quoted/.test(detail)) return { fault: 'quote_open', ...where };
  if (word === '' || /at end of input/.test(detail)) return { fault: 'breaks_off', ...where };
  return { fault: 'unreadable', word, ...where };
}

const failures: Record<FailureReason, (detail: string, known: KnownNames) => Fault> = {
  timeout: () => ({ fault: 'timeout', seconds: queryLimits.ms / 1_000 }),
  memory: () => ({ fault: 'memory', megabytes: 256 }),
  result_too_large: () => ({
    fault: 'result_too_large',
    megabytes: queryLimits.resultBytes / 1_000_000,
  }),
  table_unreadable: () => ({ fault: 'table_unreadable' }),
  error: explainFailure,
};

/**
 * DuckDB's errors of a statement that does not fit the tables, each with what it means for a
 * person.
 */
const sayings: [RegExp, (parts: readonly string[], known: KnownNames) => Fault][] = [
  [
    /Referenced column "(.+?)" not found/,
    ([name = ''], { columns }) => missing('no_column', name, columns),
  ],
  [
    /does not have a column named "(.+?)"/,
    ([name = ''], { columns }) => missing('no_column', name, columns),
  ],
  [
    /Referenced table "(.+?)" not found/,
    ([name = ''], { tables }) => missing('no_table', name, tables),
  ],
  [/column "(.+?)" must appear in the GROUP BY/, ([name = '']) => ({ fault: 'not_grouped', name })],
  [
    /Ambiguous reference to column name "(.+?)" \(use: (.+)\)/,
    ([name = '', use = '']) => ({ fault: 'ambiguous', name, use: use.replaceAll('"', '') }),
  ],
  [
    /Could not convert string '(.*?)' to (\w+)/s,
    ([value = '', type = '']) =>
      kindOf(type) === 'number'
        ? { fault: 'no_number', value }
        : { fault: 'wrong_type', value, type: type.toLowerCase() },
  ],
  [/invalid date field format: "(.*?)"/, ([value = '']) => ({ fault: 'no_date', value })],
  [
    /No function matches .*?'(.+?)\((.*?)\)'/,
    ([name = '', types = '']) => ({ fault: 'wrong_argument', name, types: kindOf(types) }),
  ],
  [/Function with name (\S+) does not exist/, ([name = '']) => ({ fault: 'no_function', name })],
  [/WHERE clause cannot contain aggregates/, () => ({ fault: 'aggregate_in_where' })],
];

function explainFailure(detail: string, known: KnownNames): Fault {
  for (const [pattern, read] of sayings) {
    const found = pattern.exec(detail);
    if (found) return read(found.slice(1), known);
  }
  return { fault: 'other', detail: firstSentence(detail) };
}

/**
 * Returns DuckDB's words without its kind of error and its copy of the statement, which the caller
 * has.
 */
function firstSentence(words: string): string {
  const [said = ''] = words.split(/\n+LINE \d+:|\n/);
  return said
    .replace(/^(\w+ )+Error: /, '')
    .trim()
    .replace(/[.!]$/, '');
}

/** Returns `text` or `number` for one type of these; several and other types as SQL names them. */
function kindOf(types: string): string {
  if (/^(VARCHAR|STRING)\w*$/.test(types)) return 'text';
  return /^\w*(INT|DEC|DOUBLE|FLOAT)\w*(\(.*?\))?$/.test(types) ? 'number' : types.toLowerCase();
}

/** Limits the names that a message lists. */
const mostNames = 12;

function missing(fault: 'no_table' | 'no_column', name: string, names: readonly string[]): Fault {
  const meant = nearestName(name, names);
  if (meant !== null) return { fault, name, hint: 'meant', meant, names: '' };
  const [only, more] = [names.length === 1, names.length > mostNames];
  const hint = names.length === 0 ? 'none' : only ? 'one' : more ? 'some' : 'all';
  return { fault, name, hint, meant: '', names: names.slice(0, mostNames).join(', ') };
}

/**
 * Finds the name that differs in at most a third of its letters, or begins or ends with what was
 * written.
 */
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
