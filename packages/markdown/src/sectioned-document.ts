import { parseMarkdown } from './parse-markdown.ts';
import { withoutClosingSigns } from './read-lines.ts';

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
/** Headings of the first level beyond these begin no section: what aligns sections compares each with each. */
const mostSections = 500;
const deepest = 3;
const frontMatterPattern = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n[ \t]*)*(?:\n|$)/;

/** Cuts markdown at its headings of levels 1 to 3, and separates front matter and footnote definitions. */
export function cutSections(markdown: string): SectionedDocument {
  const frontMatter = frontMatterOf(markdown);
  const body = markdown.slice(frontMatter.length);
  const blocks = readBlocks(body);
  const firstDefinition = blocks.findLastIndex(({ type }) => type !== 'footnoteDefinition') + 1;
  const definitionStarts = blocks.slice(firstDefinition).map(({ start }) => start);
  const bodyEnd = definitionStarts[0] ?? body.length;
  const headings = blocks.slice(0, firstDefinition).filter(({ type }) => type === 'heading');
  let starts: number[] = [];
  for (let deep = deepest; deep >= 1; deep -= 1) {
    starts = headings.filter(({ depth }) => depth <= deep).map(({ start }) => start);
    if (starts.length < maxSections) break;
  }
  const pieces = slices(body, [...new Set([0, ...starts.slice(0, mostSections)])], bodyEnd).filter((raw) => raw !== '');
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
  return withoutClosingSigns(heading.replace(/^#+\s*/, ''));
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
  return (/^\s*\[\^([^[\]\s]+)\]:/.exec(definition)?.[1] ?? '').toLowerCase();
}

/** Returns the labels of the footnotes that a text refers to, in lower case. */
export function readReferences(text: string): Set<string> {
  return new Set([...text.matchAll(/\[\^([^[\]\s]+)\](?!:)/g)].map((match) => (match[1] ?? '').toLowerCase()));
}

/** Returns the labels of the footnotes that a text needs: those that it refers to, and those that these refer to. */
export function readNeeded(text: string, footnotes: readonly string[]): Set<string> {
  const needed = readReferences(text);
  const byLabel = new Map(footnotes.map((raw) => [labelOf(raw), raw]));
  // A set goes on to what is added while it is read.
  for (const label of needed) for (const one of readReferences(byLabel.get(label) ?? '')) needed.add(one);
  return needed;
}

/** True when no code block, comment or table at the end of the text swallows what follows. */
export function isClosed(text: string): boolean {
  return readBlocks(`${text}\n\n# End\n`).at(-1)?.type === 'heading';
}

/** A block of a document that stands in no other. `start` is the offset of its first line, `depth` that of a heading. */
interface Block {
  type: string;
  depth: number;
  start: number;
}

function readBlocks(markdown: string): Block[] {
  return [...parseMarkdown(markdown)].flatMap(({ root, base }) =>
    root.children.map((node) => ({
      type: node.type,
      depth: node.type === 'heading' ? node.depth : 0,
      start: markdown.lastIndexOf('\n', base + (node.position?.start.offset ?? 0) - 1) + 1,
    })),
  );
}

function slices(text: string, starts: number[], end: number): string[] {
  return starts.map((start, index) => text.slice(start, starts[index + 1] ?? end));
}

/** Returns the line feeds that are needed so that any new block can follow. */
function gap(before: string): string {
  if (before === '' || /\n[ \t]*\r?\n$/.test(before)) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}
