const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Finds the table of a file that a place names: the only one, or the one of the named sheet. */
export function findCitedTable<T extends { sheet: string | null }>(
  tables: readonly T[],
  place: string | null,
): T | undefined {
  if (tables.length === 1) return tables[0];
  const named = tables.filter(({ sheet }) => sheet !== null && fold(place ?? '').includes(fold(sheet)));
  // “Sales 2024” names the sheet “Sales” too; the longest name is meant.
  return named.toSorted((one, other) => (other.sheet?.length ?? 0) - (one.sheet?.length ?? 0))[0];
}
