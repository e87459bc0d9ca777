import type { Passage } from '@ecp/contract/work/comments';
import { replacePassage } from '@ecp/markdown/apply-edits';
import { mergeSections } from '@ecp/markdown/merge-sections';
import { renderText } from '@ecp/markdown/rendered-text';
import { cutSections, joinSections, keepSections, titleOf } from '@ecp/markdown/sectioned-document';
import type { TextReader } from '../../../kernel/text-work.ts';
import type { EarlierVersion } from './sections.ts';

interface Versions {
  content: string;
  /**
   * The version that the run was given, with those of its sections that it had to keep; null if
   * unknown.
   */
  read: EarlierVersion;
  locked: readonly number[] | null;
  latest: EarlierVersion;
}

export const joinReader: TextReader<Versions, string> = {
  name: 'join-with-people',
  shortWeight: 15_000,
  read: joinWithPeople,
};

export const toEarlier = ({ content, version, sections }: EarlierVersion): EarlierVersion => ({
  content,
  version,
  sections,
});

function joinWithPeople({ content, read, locked, latest }: Versions): string {
  if (latest.version === read.version && !latest.sections.some(({ locked: isLocked }) => isLocked))
    return content;
  const merged =
    latest.version > read.version
      ? mergeSections(read.content, latest.content, content).merged
      : content;
  // A note gave a section free if it was locked when the run began and is not in `locked`.
  const readTexts = cutSections(read.content).sections.map(({ raw }) => raw.trimEnd());
  const isFreed = (index: number) =>
    locked !== null && read.sections[index]?.locked === true && !locked.includes(index);
  const freed = new Set(readTexts.filter((_, index) => isFreed(index)));
  const before = cutSections(latest.content);
  const kept = before.sections.flatMap(({ raw }, index) =>
    latest.sections[index]?.locked === true && !freed.has(raw.trimEnd()) ? [index] : [],
  );
  if (kept.length === 0) return merged;
  const document = cutSections(merged);
  const joined = keepSections(document, before, kept);
  return joined === document ? merged : joinSections(joined);
}

/** Puts proposed words into texts; null where they do not fit. */
export const suggestionReader: TextReader<
  { content: string; passage: Passage; suggestion: string },
  string | null
> = {
  name: 'suggestion',
  shortWeight: 10_000,
  read: ({ content, passage, suggestion }) =>
    replacePassage(content, renderText(content), passage, suggestion),
};

const longestConflict = 2_000;

/** The merged text, and for each conflict the title of its section and the other words. */
interface MergedVersions {
  merged: string;
  conflicts: { place: string; text: string }[];
}

/** Merges versions by sections; long ones in a child. */
export const mergeReader: TextReader<
  { base: string; mine: string; theirs: string },
  MergedVersions
> = {
  name: 'merge',
  shortWeight: 15_000,
  read: ({ base, mine, theirs }) => {
    const { merged, conflicts } = mergeSections(base, mine, theirs);
    const titles =
      conflicts.length === 0
        ? []
        : cutSections(merged).sections.map(({ raw }) => titleOf(raw) ?? '');
    return {
      merged,
      conflicts: conflicts.map((conflict) => ({
        place: conflict.section === null ? '' : (titles[conflict.section] ?? ''),
        text: conflict.theirs.slice(0, longestConflict).toWellFormed(),
      })),
    };
  },
};
