/** Most points for which the output of one call has room for answers. */
const maxPoints = 40;
const listItem = /^\s{0,3}(?:[-*•–]|\(?\d{1,2}[.)])\s+(?=\S)/;

/** A point of a reviewer's notes, which gets its own answer. */
export interface NotePoint {
  text: string;
  /** Number of the note, from 1. */
  note: number;
  /** Number of the list item in the note, from 1; null for other text, or a whole note. */
  item: number | null;
}

/**
 * Splits a reviewer's notes into points, in their order. A note with a list becomes one point for each item, so that
 * each gets its own answer. All notes stay whole if there would be more than 40 points.
 */
export function splitNotes(notes: readonly string[]): NotePoint[] {
  const points = notes.flatMap((text, index) => splitNote(text).map((point) => ({ ...point, note: index + 1 })));
  return points.length <= maxPoints ? points : notes.map((text, index) => ({ text, note: index + 1, item: null }));
}

/**
 * Splits one note. Words before a list belong to each item if they end with a colon. A paragraph after it is a separate
 * point.
 */
function splitNote(note: string): Omit<NotePoint, 'note'>[] {
  const lines = note.split(/\r\n?|\n/);
  if (lines.filter((line) => listItem.test(line)).length < 2) return [{ text: note, item: null }];
  const points: Omit<NotePoint, 'note'>[] = [];
  let items = 0;
  let endsPoint = true;
  for (const line of lines) {
    const isItem = listItem.test(line);
    if (isItem) items += 1;
    const text = line.replace(listItem, '').trim();
    const last = points.at(-1);
    if (last && text !== '' && !isItem && (!endsPoint || /^\s/.test(line))) last.text += ` ${text}`;
    else if (text !== '') points.push({ text, item: isItem ? items : null });
    endsPoint = text === '';
  }
  const [first] = points;
  if (!first || first.item !== null || !first.text.endsWith(':')) return points;
  return points.slice(1).map(({ text, item }) => ({ text: item === null ? text : `${first.text} ${text}`, item }));
}
