/**
 * Returns the words of a statement that could be names of tables, in lower case. Names have letters, digits and `_`
 * only (`chooseTableName`), so that a statement cannot name a table without having its name as a word. Other tables are
 * not loaded for the query. What the statement may do is not decided here.
 */
export function namesIn(sql: string): string[] {
  return [
    ...new Set(
      sql
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [],
    ),
  ];
}
