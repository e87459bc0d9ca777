import { cutSections, headingOf, titleOf } from '@ecp/markdown/sectioned-document';
import type { StoredSection } from '../deliverable-rows.ts';

/** An earlier version, from which sections come with their authors. */
export interface EarlierVersion {
  content: string;
  version: number;
  /** Empty for versions of earlier releases. */
  sections: StoredSection[];
}

/** Longest stored heading, in characters. */
const longestHeading = 500;

/**
 * Returns the sections of a version as they are stored. A version of an earlier release has none: its sections are all
 * its own.
 */
export function readSections({ content, version, sections }: EarlierVersion): StoredSection[] {
  return sections.length > 0 ? sections : attributeSections(content, [], { version, locked: false });
}

/**
 * Tells who wrote each section of a text (WRI-6): a section with the words of one in an earlier version, byte for byte,
 * keeps its author and lock; the first of `earlier` that has it counts. Every other section is of the version
 * `written`. A section that holds a whole locked one, because the text has more headings now, is locked like it.
 */
export function attributeSections(
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
      const found = texts.get(text)?.shift();
      if (found) return { heading, level, version: found.version, locked: found.locked };
    }
    const held = pools.flatMap(({ locked }) => locked).find((section) => holds(text, section.text));
    if (held) return { heading, level, version: held.version, locked: true };
    return { heading, level, ...written };
  });
}

/** Returns true if a longer text has the lines of another one. */
function holds(text: string, part: string): boolean {
  return text.length > part.length && headingOf(part) !== null && `\n${text}\n`.includes(`\n${part}\n`);
}

function listByText(earlier: EarlierVersion) {
  const stored = earlier.sections;
  const texts = new Map<string, { version: number; locked: boolean }[]>();
  const locked: { text: string; version: number }[] = [];
  for (const [index, { raw }] of cutSections(earlier.content).sections.entries()) {
    const text = raw.trimEnd();
    const { version, locked: isLocked } = stored[index] ?? { version: earlier.version, locked: false };
    texts.set(text, [...(texts.get(text) ?? []), { version, locked: isLocked }]);
    if (isLocked) locked.push({ text, version });
  }
  return { texts, locked };
}
