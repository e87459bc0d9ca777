/** Most points for which the output of one call has room for answers. */
const maxPoints = 40;
const listItem = /^\s{0,3}(?:[-*•–]|\(?\d{1,2}[.)])\s+(?=\S)/;

/**
 * Splits a reviewer's notes into points, in their order. A note with a list becomes one point for each item, so that
 * each gets its own answer. All notes stay whole if there would be more than 40 points.
 */
export function splitNotes(notes: readonly string[]): string[] {
  const points = notes.flatMap(splitNote);
  return points.length <= maxPoints ? points : [...notes];
}

/**
 * Splits one note. Words before a list belong to each item if they end with a colon. A paragraph after it is a separate
 * point.
 */
function splitNote(note: string): string[] {
  const lines = note.split(/\r\n?|\n/);
  if (lines.filter((line) => listItem.test(line)).length < 2) return [note];
  const points: { text: string; isItem: boolean }[] = [];
  let endsPoint = true;
  for (const line of lines) {
    const isItem = listItem.test(line);
    const text = line.replace(listItem, '').trim();
    const last = points.at(-1);
    if (last && text !== '' && !isItem && (!endsPoint || /^\s/.test(line))) last.text += ` ${text}`;
    else if (text !== '') points.push({ text, isItem });
    endsPoint = text === '';
  }
  const [first] = points;
  if (!first || first.isItem || !first.text.endsWith(':')) return points.map(({ text }) => text);
  return points.slice(1).map(({ text, isItem }) => (isItem ? `${first.text} ${text}` : text));
}
