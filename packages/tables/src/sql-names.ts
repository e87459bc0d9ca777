/** Writes a name as DuckDB reads it back. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Writes a text as DuckDB reads it back. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
/** Words that DuckDB does not take as a name without quotes (`duckdb_keywords()`, category `reserved`). */
const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default ' +
    'deferrable desc describe distinct do else end except false fetch for foreign from group having in initially ' +
    'intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider ' +
    'placing primary qualify references returning select show some summarize symmetric table then to trailing true ' +
    'union unique unpivot using variadic when where window with'
  ).split(' '),
);
const maxLength = 60;

/**
 * Returns a table's name without need of quotes: `Sales 2024` is `sales_2024`. `words` are the sheet's name or the
 * file's stem; `taken` has others in lower case and gets this one.
 */
export function chooseTableName(words: string, taken: Set<string>): string {
  const plain = words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const short = Array.from(plain).slice(0, maxLength).join('').replace(/_+$/, '') || 'table';
  const base = /^\p{N}/u.test(short) || reserved.has(short) ? `t_${short}` : short;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.add(name);
  return name;
}
