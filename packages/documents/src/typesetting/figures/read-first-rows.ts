/** A value of a cell of a result. */
export type ResultCell = string | number | boolean | null;

/**
 * Reads the first rows from the JSON text of a result, or from its beginning: rows that are not whole are left out.
 * Returns fewer rows for a text that is no such result.
 */
export function readFirstRows(text: string, most: number): ResultCell[][] {
  const rows: ResultCell[][] = [];
  let start = 0;
  let isInString = false;
  for (let at = 1; at < text.length && rows.length < most; at += 1) {
    const character = text[at];
    if (character === '\\' && isInString) at += 1;
    else if (character === '"') isInString = !isInString;
    else if (character === '[' && !isInString) start = at;
    else if (character === ']' && !isInString && start > 0) {
      rows.push(JSON.parse(text.slice(start, at + 1)) as ResultCell[]);
      start = 0;
    }
  }
  return rows;
}
