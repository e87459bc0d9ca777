import { cutSections, joinSections, keepSections, titleOf } from '@ecp/markdown/sectioned-document';
import type { PreviousVersion } from '@ecp/model-calls/prompt-material';

/** Returns a document with the sections of people as they stand in the previous version, byte for byte. */
export function withLocked(content: string, previous: PreviousVersion | null): string {
  const { locked = [], content: earlier = '' } = previous ?? {};
  if (locked.length === 0) return content;
  const document = cutSections(content);
  const kept = keepSections(document, cutSections(earlier), locked);
  return kept === document ? content : joinSections(kept);
}

/** Returns the texts of the previous version's sections that stay as they are, without the blank lines after them. */
export function lockedTexts(previous: PreviousVersion | null): ReadonlySet<string> {
  const { locked = [], content = '' } = previous ?? {};
  if (locked.length === 0) return new Set();
  const { sections } = cutSections(content);
  return new Set(locked.flatMap((index) => sections[index]?.raw.trimEnd() ?? []));
}

/** Returns the headings of the sections that stay as they are, for the prompt of a new draft. */
export function lockedTitles(previous: PreviousVersion | null): string[] {
  const title = (raw: string) => titleOf(raw) ?? '(the text above the first heading)';
  return [...lockedTexts(previous)].map(title);
}
