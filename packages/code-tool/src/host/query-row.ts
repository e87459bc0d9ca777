/** Returns a row as an object. A column of any name becomes a property of its own. */
export function toObject(
  columns: readonly string[],
  cells: readonly unknown[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at] ?? '';
    // Assigning to this name would change the prototype.
    if (column === '__proto__')
      Object.defineProperty(row, column, { value: cells[at], enumerable: true });
    else row[column] = cells[at];
  }
  return row;
}
