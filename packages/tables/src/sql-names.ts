import { transliterate } from '@ecp/language/slug';

/** Writes a name as DuckDB reads it back. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Writes a text as DuckDB reads it back. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
/**
 * Words that DuckDB does not take as a name without quotes (`duckdb_keywords()`, categories
 * `reserved` and `type_function`).
 */
const reserved = new Set(
  (
    'all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case cast check collate ' +
    'collation column concurrently constraint create cross default deferrable desc describe distinct do else end except ' +
    'false fetch for foreign freeze from full glob group having ilike in initially inner intersect into is isnull join ' +
    'lambda lateral leading left like limit natural not notnull null offset on only or order outer overlaps pivot ' +
    'pivot_longer pivot_wider placing positional primary qualify references returning right select semi show similar ' +
    'some summarize symmetric table tablesample then to trailing true union unique unpack unpivot using variadic ' +
    'verbose when where window with'
  ).split(' '),
);
const maxLength = 60;

/**
 * Returns words as a name that needs no quotes; `first` goes before one that is reserved or begins
 * with a digit.
 */
function plainName(words: string, first: string, fallback: string): string {
  const plain = transliterate(words)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const short = Array.from(plain).slice(0, maxLength).join('').replace(/_+$/, '') || fallback;
  return /^\p{N}/u.test(short) || reserved.has(short) ? `${first}_${short}` : short;
}

function takeName(base: string, taken: Set<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.add(name);
  return name;
}

/**
 * Returns a table's name without need of quotes: `Sales 2024` is `sales_2024`. `words` are the
 * sheet's name or the file's stem; `taken` has others in lower case and gets this one.
 */
export function chooseTableName(words: string, taken: Set<string>): string {
  return takeName(plainName(words, 't', 'table'), taken);
}

/**
 * Returns the names of a table's columns in queries, in the order of the heads: `Sessions planned`
 * is `sessions_planned`. The same heads give the same names for ever, because recorded queries use
 * them.
 */
export function nameColumns(heads: readonly string[]): string[] {
  const taken = new Set<string>();
  return heads.map((head) => takeName(plainName(head, 'c', 'value'), taken));
}

/**
 * How a query names columns: by names without quotes, or by the heads of the file, as the first
 * queries did.
 */
export type ColumnNaming = 'plain' | 'heads';
