import type { Citation } from '@ecp/contract/values/citations';
import { colleagueNames, reviewerNames } from '@ecp/evidence/sources/team-names';
import { answersTitles } from '@ecp/language/answers-titles';
import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import { type MarkdownLine, readLines } from '@ecp/markdown/read-lines';
import { frontMatterOf } from '@ecp/markdown/sectioned-document';

/** The facts about a document whose text a client gets. */
export interface DocumentFacts {
  /** Its checked citations; those of colleagues and reviewers are cut. */
  citations: readonly Pick<Citation, 'footnote' | 'source'>[];
  /** The titles of documents and queries by the filename or id that texts name them by. */
  titles: ReadonlyMap<string, string>;
}

/** A document's text for a client. */
export interface ClientText {
  content: string;
  /** Labels of the footnotes that were cut, in lower case. */
  cutFootnotes: ReadonlySet<string>;
}

/**
 * Returns a document's text as a client gets it, in portal, PDF and Word (REL-5): without the section that answers the
 * reviewers, footnotes that cite a colleague or a reviewer, comments, and front matter beyond the mark of the offline
 * model. Filenames and ids of queries become titles. All else keeps its bytes.
 */
export function clientText(markdown: string, { citations, titles }: DocumentFacts): ClientText {
  const frontMatter = frontMatterOf(markdown);
  const lines = cutComments(markSections(markFootnotes(readLines(markdown.slice(frontMatter.length)))));
  const cutFootnotes = findTeamFootnotes(lines, citations);
  for (const label of findOrphans(lines)) cutFootnotes.add(label);
  const kept = lines.filter(({ isCut, footnote }) => (footnote === null ? !isCut : !cutFootnotes.has(footnote)));
  const withoutReferences = kept.map((line) => (line.isCode ? line.raw : cutReferences(line.raw, cutFootnotes)));
  const rename = makeRename(titles);
  const body = kept.map(({ isCode }, index) =>
    isCode ? withoutReferences[index] : rename(withoutReferences[index] ?? ''),
  );
  return { content: offlineMarkOf(frontMatter) + body.join(''), cutFootnotes };
}

interface Line extends MarkdownLine {
  /** The label of the footnote that the line defines, in lower case. */
  footnote: string | null;
  isCut: boolean;
}

/** Marks the lines of each footnote's definition: the first one, and those up to the next block that is not indented. */
function markFootnotes(lines: readonly MarkdownLine[]): Line[] {
  let footnote: string | null = null;
  let afterBlank = false;
  return lines.map((line) => {
    const label = line.isCode ? undefined : /^ {0,3}\[\^([^\]\s]+)\]:/.exec(line.raw)?.[1];
    const isBlank = line.raw.trim() === '';
    const ends = line.level > 0 || (afterBlank && !isBlank && !/^(?: {4}|\t)/.test(line.raw));
    if (label !== undefined) footnote = label.toLowerCase();
    else if (ends) footnote = null;
    afterBlank = isBlank;
    return { ...line, footnote, isCut: false };
  });
}

const fold = (title: string): string =>
  (
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
  ).join(' ');

/** Sections for the team. The last one stands in documents of earlier releases of the offline model. */
const teamSections = new Set([...Object.values(answersTitles), 'What colleagues said'].map(fold));

/** Marks the sections for the team to be cut, each up to the next heading of its level or a higher one. */
function markSections(lines: readonly Line[]): Line[] {
  let cutLevel = 0;
  return lines.map((line) => {
    if (line.level > 0 && (cutLevel === 0 || line.level <= cutLevel)) {
      cutLevel = teamSections.has(fold(line.title)) ? line.level : 0;
    }
    return { ...line, isCut: cutLevel > 0 };
  });
}

/** Marks the comments that stand on lines of their own to be cut. */
function cutComments(lines: readonly Line[]): Line[] {
  let isOpen = false;
  return lines.map((line) => {
    if (!isOpen && !line.isCode) isOpen = /^ {0,3}<!--/.test(line.raw);
    const isCut = line.isCut || isOpen;
    if (isOpen && /-->\s*$/.test(line.raw)) isOpen = false;
    return { ...line, isCut };
  });
}

const advice = new RegExp(`^(?:(?:${colleagueNames.join('|')})\\s|(?:${reviewerNames.join('|')})\\s\\d)`, 'iu');

/** Finds the footnotes that cite a colleague or reviewer: by their citation, or by their words without one. */
function findTeamFootnotes(lines: readonly Line[], citations: DocumentFacts['citations']): Set<string> {
  const kinds = new Map(citations.map(({ footnote, source }) => [footnote?.toLowerCase(), source.kind]));
  const isOfTeam = ({ footnote, raw }: Line) => {
    if (footnote === null) return false;
    const kind = kinds.get(footnote);
    if (kind !== undefined) return kind === 'colleague' || kind === 'reviewer';
    return advice.test(raw.replace(/^ {0,3}\[\^[^\]]+\]:\s*/, ''));
  };
  return new Set(lines.filter(isOfTeam).flatMap(({ footnote }) => footnote ?? []));
}

/** Finds the footnotes that only cut lines refer to. */
function findOrphans(lines: readonly Line[]): string[] {
  const [cut, kept] = [new Set<string>(), new Set<string>()];
  for (const { raw, footnote, isCut } of lines) {
    const into = footnote === null && isCut ? cut : kept;
    for (const [, label = ''] of raw.matchAll(/\[\^([^\]\s]+)\](?!:)/g)) into.add(label.toLowerCase());
  }
  return [...cut.difference(kept)];
}

function cutReferences(raw: string, labels: ReadonlySet<string>): string {
  return raw.replace(/ ?\[\^([^\]\s]+)\](?!:)/g, (whole, label: string) =>
    labels.has(label.toLowerCase()) ? '' : whole,
  );
}

/** Makes the replacement of filenames and ids by titles. Addresses and longer names that hold one stay. */
function makeRename(titles: ReadonlyMap<string, string>): (text: string) => string {
  if (titles.size === 0) return (text) => text;
  const names = [...titles.keys()].sort((a, b) => b.length - a.length);
  const patterns = names.map((name) => name.replace(/[^\p{L}\p{N}]/gu, (mark) => `\\\\?${RegExp.escape(mark)}`));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_/.-]|\\]\\()(\`?)(${patterns.join('|')})\\1(?![\\p{L}\\p{N}_/-])`,
    'gu',
  );
  return (text) =>
    text.replace(pattern, (whole, _: string, name: string) => {
      const title = titles.get(name) ?? titles.get(name.replaceAll('\\', ''));
      return title === undefined ? whole : escapeMarkdown(title);
    });
}

/** Keeps of the front matter that the offline model has written or revised the document (MOD-7). */
function offlineMarkOf(frontMatter: string): string {
  const marks = frontMatter.match(/^(?:offline|revisedOffline): true[ \t]*$/gm) ?? [];
  return marks.length === 0 ? '' : `---\n${marks.join('\n')}\n---\n\n`;
}
