import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A part of a document from one heading to the next, with the blank lines after it. */
export interface DocumentSection {
  raw: string;
  /** Index of the section when the document was cut; null when it has been changed or added since. */
  place: number | null;
}

/** A document cut at its headings. Joining the unchanged parts restores it byte for byte. */
export interface SectionedDocument {
  frontMatter: string;
  sections: DocumentSection[];
  /** Definitions at the end of the document, each with the blank lines after it. */
  footnotes: string[];
  /** Number of sections when the document was cut. */
  cutInto: number;
}

/** A document with more headings is cut at the upper levels only, because each section needs a fence in the prompt. */
const maxSections = 60;
const deepest = 3;
const frontMatterPattern = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n[ \t]*)*(?:\n|$)/;

/** Cuts markdown at its headings of levels 1 to 3, and separates front matter and footnote definitions. */
export function cutSections(markdown: string): SectionedDocument {
  const frontMatter = frontMatterOf(markdown);
  const body = markdown.slice(frontMatter.length);
  const nodes = parseBlocks(body);
  const firstDefinition = nodes.findLastIndex(({ type }) => type !== 'footnoteDefinition') + 1;
  const definitionStarts = nodes.slice(firstDefinition).map((node) => lineStart(body, node));
  const bodyEnd = definitionStarts[0] ?? body.length;
  const headings = nodes.slice(0, firstDefinition).filter((node) => node.type === 'heading');
  let starts: number[] = [];
  for (let depth = deepest; depth >= 1; depth -= 1) {
    starts = headings.filter((node) => node.depth <= depth).map((node) => lineStart(body, node));
    if (starts.length < maxSections) break;
  }
  const pieces = slices(body, [...new Set([0, ...starts])], bodyEnd).filter((raw) => raw !== '');
  return {
    frontMatter,
    sections: pieces.map((raw, place) => ({ raw, place })),
    cutInto: pieces.length,
    footnotes: slices(body, definitionStarts, body.length),
  };
}

/** Returns the front matter of a document with the blank lines after it; empty without one. */
export function frontMatterOf(markdown: string): string {
  return frontMatterPattern.exec(markdown)?.[0] ?? '';
}

/** Joins a document. Where sections were added, replaced or removed, a blank line separates neighbours. */
export function joinSections({ frontMatter, sections, footnotes, cutInto }: SectionedDocument): string {
  let text = frontMatter;
  let last = -1;
  for (const { raw, place } of sections) {
    text += (place === last + 1 ? '' : gap(text)) + raw;
    last = place ?? Number.NaN;
  }
  const isSameEnd = last === cutInto - 1;
  if (footnotes.length === 0) return isSameEnd ? text : `${text.trimEnd()}\n`;
  if (!isSameEnd || !text.endsWith('\n')) text += gap(text);
  for (const definition of footnotes) text += (text === '' || text.endsWith('\n') ? '' : '\n') + definition;
  return text;
}

/** Returns the heading of a section, which is its first line; null when the section begins with text. */
export function headingOf(raw: string): string | null {
  return /^#{1,6}[ \t][^\r\n]*/.exec(raw)?.[0].trimEnd() ?? null;
}

/** A heading that is underlined. */
const underlined = /^([^\r\n]+)\r?\n {0,3}(=+|-+)[ \t]*(?:\r?\n|$)/;

/** Returns the words of a section's heading, without number signs; null when the section begins with text. */
export function titleOf(raw: string): string | null {
  const heading = headingOf(raw);
  if (heading === null) return underlined.exec(raw)?.[1]?.trim() ?? null;
  return heading.replace(/^#+\s*/, '').replace(/\s+#+$/, '');
}

/** Returns the level of a section's heading, 1 to 6; 0 when the section begins with text. */
export function levelOf(raw: string): number {
  const heading = headingOf(raw);
  if (heading !== null) return /^#+/.exec(heading)?.[0].length ?? 0;
  const line = underlined.exec(raw)?.[2];
  return line === undefined ? 0 : line.startsWith('=') ? 1 : 2;
}

/** Returns the label of a footnote definition in lower case. */
export function labelOf(definition: string): string {
  return (/^\s*\[\^([^\]\s]+)\]:/.exec(definition)?.[1] ?? '').toLowerCase();
}

/** Returns the labels of the footnotes that a text refers to, in lower case. */
export function readReferences(text: string): Set<string> {
  return new Set([...text.matchAll(/\[\^([^\]\s]+)\](?!:)/g)].map((match) => (match[1] ?? '').toLowerCase()));
}

/** True when no code block, comment or table at the end of the text swallows what follows. */
export function isClosed(text: string): boolean {
  return parseBlocks(`${text}\n\n# End\n`).at(-1)?.type === 'heading';
}

function parseBlocks(markdown: string): RootContent[] {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children;
}

function lineStart(text: string, node: RootContent): number {
  return text.lastIndexOf('\n', (node.position?.start.offset ?? 0) - 1) + 1;
}

function slices(text: string, starts: number[], end: number): string[] {
  return starts.map((start, index) => text.slice(start, starts[index + 1] ?? end));
}

/** Returns the line feeds that are needed so that any new block can follow. */
function gap(before: string): string {
  if (before === '' || /\n[ \t]*\r?\n$/.test(before)) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}
