/** Writes a name as DuckDB reads it back. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Writes a text as DuckDB reads it back. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
