/** A replacement of a part of a text. `start` and `end` are offsets; equal ones insert. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** Applies edits to a text. Where two overlap, the later one begins behind the earlier one. */
export function applyTextEdits(source: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let cursor = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(source.slice(cursor, Math.max(cursor, start)), text);
    cursor = Math.max(cursor, end);
  }
  return parts.join('') + source.slice(cursor);
}
