import type { OpenComment } from '@ecp/contract/engine/engine-api';
import { isAbout } from '@ecp/markdown/find-quote';
import { foldSpaces, renderText } from '@ecp/markdown/rendered-text';
import { cutSections, headingOf, titleOf } from '@ecp/markdown/sectioned-document';
import type { TextReader } from '../../../kernel/text-work.ts';
import type { StoredSection } from '../deliverable-rows.ts';

/** An earlier version, from which sections come with their authors. */
export interface EarlierVersion {
  content: string;
  version: number;
  /** Empty for internal files. */
  sections: StoredSection[];
}

/** Limits the length of a stored heading, in characters. */
const longestHeading = 500;

/**
 * A text without stored sections is cut into sections when it is shown. A text of more characters
 * is one section.
 */
const shortLength = 4_000;

/**
 * Returns the sections of a version as they are stored. Those of a version that has none are all
 * its own.
 */
export function readSections({ content, version, sections }: EarlierVersion): StoredSection[] {
  if (sections.length > 0) return sections;
  const own = { version, locked: false };
  return content.length > shortLength
    ? [{ heading: null, level: 0, ...own }]
    : attributeSections(content, [], own);
}

interface TextToAttribute {
  content: string;
  earlier: readonly EarlierVersion[];
  written: { version: number; locked: boolean };
}

/** Tells who wrote the sections of texts; of long ones in a child. */
export const sectionsReader: TextReader<TextToAttribute, StoredSection[]> = {
  name: 'sections',
  shortWeight: 15_000,
  read: ({ content, earlier, written }) => attributeSections(content, earlier, written),
};

/**
 * Finds the author of each section: the first of `earlier` with the same bytes gives author and
 * lock, else `written`. A section that holds a whole locked one, because the text has more headings
 * now, is locked too.
 */
function attributeSections(
  content: string,
  earlier: readonly EarlierVersion[],
  written: { version: number; locked: boolean },
): StoredSection[] {
  const pools = earlier.map(listByText);
  return cutSections(content).sections.map(({ raw }) => {
    const text = raw.trimEnd();
    const level = /^#*/.exec(headingOf(raw) ?? '')?.[0].length ?? 0;
    const heading = titleOf(raw)?.slice(0, longestHeading).toWellFormed() ?? null;
    for (const { texts } of pools) {
      const found = texts.get(text)?.pop();
      if (found) return { heading, level, version: found.version, locked: found.locked };
    }
    const held = pools.flatMap(({ locked }) => locked).find((section) => holds(text, section.text));
    if (held) return { heading, level, version: held.version, locked: true };
    return { heading, level, ...written };
  });
}

/** Returns true if a longer text has the lines of another one. */
function holds(text: string, part: string): boolean {
  return (
    text.length > part.length && headingOf(part) !== null && `\n${text}\n`.includes(`\n${part}\n`)
  );
}

function listByText(earlier: EarlierVersion) {
  const stored = earlier.sections;
  const texts = new Map<string, { version: number; locked: boolean }[]>();
  const locked: { text: string; version: number }[] = [];
  for (const [index, { raw }] of cutSections(earlier.content).sections.entries()) {
    const text = raw.trimEnd();
    const { version, locked: isLocked } = stored[index] ?? {
      version: earlier.version,
      locked: false,
    };
    const same = texts.get(text) ?? [];
    same.push({ version, locked: isLocked });
    texts.set(text, same);
    if (isLocked) locked.push({ text, version });
  }
  for (const same of texts.values()) same.reverse();
  return { texts, locked };
}

/**
 * Returns the indexes of locked sections, without those that a note or a comment's passage
 * concerns.
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
  const said = [
    ...notes,
    ...comments.filter((comment) => !isPlaced(comment)).map(({ body }) => body),
  ];
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
