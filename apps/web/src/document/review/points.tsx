/** Up to this number, each point gets its own note answer. Beyond it, each note gets one answer. */
export const maxPoints = 40;
/** Maximum length of notes that the API accepts. */
export const maxNotesLength = 20_000;

const listItem = /^\s{0,3}(?:[-*•–]|\(?\d{1,2}[.)])\s+(?=\S)/;

/**
 * Writes points as a note: one point as plain text, several as a numbered list, so that each gets
 * its note answer.
 */
export function writePoints(points: readonly string[]): string {
  const texts = points.map(dropEmptyLines).filter((text) => text !== '');
  if (texts.length < 2) return texts[0] ?? '';
  return texts.map((text, index) => `${index + 1}. ${text.replaceAll('\n', '\n   ')}`).join('\n');
}

/** Adds words, such as the citation of a query, to the end of the last point. */
export function addWords(points: readonly string[], words: string): string[] {
  const last = points.at(-1) ?? '';
  return [...points.slice(0, -1), last.trim() === '' ? words : `${last.trimEnd()} ${words}`];
}

export function readPoints(notes: string): string[] {
  const lines = notes.replaceAll('\r\n', '\n').split('\n');
  if (lines.filter((line) => listItem.test(line)).length < 2)
    return notes.trim() === '' ? [] : [notes.trim()];
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

export function ReviewNotes({ notes }: { notes: string }) {
  const points = readPoints(notes);
  if (points.length < 2) return <p className="whitespace-pre-line">{points[0]}</p>;
  return (
    <ol className="list-decimal space-y-1 pl-5 marker:text-muted">
      {[...points.entries()].map(([at, point]) => (
        <li key={at} className="whitespace-pre-line pl-1">
          {point}
        </li>
      ))}
    </ol>
  );
}
