import type { OpenComment } from '@ecp/contract/engine/engine-api';
import { isAbout } from '@ecp/markdown/find-quote';
import { foldSpaces, renderText } from '@ecp/markdown/rendered-text';
import { cutSections, headingOf } from '@ecp/markdown/sectioned-document';
import type { TextReader } from '../../../kernel/text-work.ts';
import type { EarlierVersion } from './section-authors.ts';

/**
 * Returns the sections of a version that a run leaves as they are, by index (WRI-7): the locked ones, without those that
 * a note is about, or a comment whose passage they have (WRI-8).
 */
function listKept(
  { content, sections }: EarlierVersion,
  notes: readonly string[],
  comments: readonly OpenComment[],
): number[] {
  if (!sections.some(({ locked }) => locked)) return [];
  const texts = cutSections(content).sections.map(({ raw }) => raw);
  const isPlaced = ({ quote, section }: OpenComment) => quote !== null || section !== null;
  const commented = new Set(comments.filter(isPlaced).map(({ section }) => section));
  const said = [...notes, ...comments.filter((comment) => !isPlaced(comment)).map(({ body }) => body)];
  return texts.flatMap((raw, index) => {
    const isFree = commented.has(shownTitle(raw)) || said.some((note) => isAbout(note, raw));
    return sections[index]?.locked === true && !isFree ? [index] : [];
  });
}

interface VersionWithNotes {
  version: EarlierVersion;
  notes: readonly string[];
  comments: readonly OpenComment[];
}

/** Lists the sections that a run leaves; those of long texts in a child. */
export const keptReader: TextReader<VersionWithNotes, number[]> = {
  name: 'kept-sections',
  shortWeight: 15_000,
  read: ({ version, notes, comments }) => listKept(version, notes, comments),
};

/** Returns the heading of a section as a page shows it; null for text before the first heading. */
function shownTitle(raw: string): string | null {
  const heading = headingOf(raw);
  return heading === null ? null : foldSpaces(renderText(heading).text);
}
