/** As many points get an answer each; notes with more are answered note by note. */
export const maxPoints = 40;
/** Longest notes that the service takes. */
export const maxNotesLength = 20_000;

const listItem = /^\s{0,3}(?:[-*•–]|\(?\d{1,2}[.)])\s+(?=\S)/;

/** Writes points as one note: a single one as it is, several as a numbered list, of which each item gets its answer. */
export function writePoints(points: readonly string[]): string {
  const texts = points.map(dropEmptyLines).filter((text) => text !== '');
  if (texts.length < 2) return texts[0] ?? '';
  return texts.map((text, index) => `${index + 1}. ${text.replaceAll('\n', '\n   ')}`).join('\n');
}

/** The points of a note, for display: those of its list if it has one, otherwise the note whole. */
export function readPoints(notes: string): string[] {
  const lines = notes.replaceAll('\r\n', '\n').split('\n');
  if (lines.filter((line) => listItem.test(line)).length < 2) return notes.trim() === '' ? [] : [notes.trim()];
  const points: string[] = [];
  let continues = false;
  for (const line of lines) {
    const text = line.replace(listItem, '').trim();
    const last = points.length - 1;
    if (text !== '' && last >= 0 && !listItem.test(line) && (continues || /^\s/.test(line))) {
      points[last] += `\n${text}`;
    } else if (text !== '') points.push(text);
    continues = text !== '';
  }
  return points;
}

const dropEmptyLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
