import type { UpdateChange } from '@ecp/contract/work/recurring';
import { showPassage } from '@ecp/evidence/sources/passages';

/** Longest note of a review (contract 9), and most characters that one point quotes of a source. */
const maxNote = 20_000;
const maxQuoted = 400;

/**
 * Writes the review note of one document about a proposal: one point for each section and source, with the former and
 * the present words of the source, so that the amendment changes only these sections (REC-9).
 */
export function writeNote(filename: string, changes: readonly UpdateChange[]): string {
  const points = changes.flatMap((change) => {
    const own = change.documents.filter((document) => document.filename === filename);
    const bySection = Map.groupBy(own, ({ section }) => section);
    return [...bySection].map(([section, statements]) => writePoint(section, statements, change));
  });
  let note = 'Sources of this document have changed. Change only the sections named here:';
  for (const point of points) {
    if (note.length + point.length + 3 > maxNote) break;
    note += `\n- ${point}`;
  }
  return note;
}

function writePoint(section: string | null, statements: UpdateChange['documents'], change: UpdateChange): string {
  const place = section === null ? 'In the text before the first heading' : `In the section “${section}”`;
  const footnotes = [...new Set(statements.flatMap(({ footnote }) => footnote ?? []))];
  const named = footnotes.length === 0 ? '' : ` (${footnotes.map((label) => `footnote ${label}`).join(', ')})`;
  const cite = change.newTitle === null ? '' : ` Cite it as “${change.newTitle}”.`;
  return `${place}${named}: ${sayChange(change)}${cite} Bring what the section says into line with it.`;
}

function sayChange({ type, source, before, after }: UpdateChange): string {
  const said = `“${source.title}” said “${showPassage(before, maxQuoted)}”.`;
  if (type === 'gone') return `${said} This source no longer exists; say when it was read.`;
  if (after === null) return `${said} It no longer says anything like it.`;
  return `${said} It now says “${showPassage(after, maxQuoted)}”.`;
}
