import { answersTitles } from '@ecp/language/answers-titles';
import {
  freeLabels,
  parseMarkdown,
  relabel,
  relabelBody,
  relabelDefinition,
  withoutClosingSigns,
} from './parse-markdown.ts';

export interface DocumentSection {
  raw: string;
  /** Index of the section when the document was cut; null if changed or added since. */
  place: number | null;
}

/** A document cut at its headings. The joined unchanged parts restore it byte for byte. */
export interface SectionedDocument {
  frontMatter: string;
  sections: DocumentSection[];
  /** Final definitions of the document, each with the blank lines after it. */
  footnotes: string[];
  cutInto: number;
}

/**
 * Headings above which only the upper levels are cut, because each section needs a fence in the
 * prompt.
 */
const maxSections = 60;
/**
 * Limits the first-level headings that begin a section, because sections are aligned by comparing
 * each with each.
 */
const mostSections = 500;
const deepest = 3;
const frontMatterPattern = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n[ \t]*)*(?:\n|$)/;

/**
 * Cuts markdown at its headings of levels 1 to 3, and separates front matter and footnote
 * definitions.
 */
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
  const pieces = slices(body, [...new Set([0, ...starts.slice(0, mostSections)])], bodyEnd).filter(
    (raw) => raw !== '',
  );
  return {
    frontMatter,
    sections: pieces.map((raw, place) => ({ raw, place })),
    cutInto: pieces.length,
    footnotes: slices(body, definitionStarts, body.length),
  };
}

/** Returns the front matter of a document with the blank lines after it, or an empty text. */
export function frontMatterOf(markdown: string): string {
  return frontMatterPattern.exec(markdown)?.[0] ?? '';
}

/**
 * Joins a document. A blank line separates added, replaced or removed sections from their
 * neighbours.
 */
export function joinSections({
  frontMatter,
  sections,
  footnotes,
  cutInto,
}: SectionedDocument): string {
  let text = frontMatter;
  let last = -1;
  for (const { raw, place } of sections) {
    text += (place === last + 1 ? '' : gap(text)) + raw;
    last = place ?? Number.NaN;
  }
  const isSameEnd = last === cutInto - 1;
  if (footnotes.length === 0) return isSameEnd ? text : `${text.trimEnd()}\n`;
  if (!isSameEnd || !text.endsWith('\n')) text += gap(text);
  for (const definition of footnotes)
    text += (text === '' || text.endsWith('\n') ? '' : '\n') + definition;
  return text;
}

/** Returns the heading of a section; null if it begins with text. */
export function headingOf(raw: string): string | null {
  return /^#{1,6}[ \t][^\r\n]*/.exec(raw)?.[0].trimEnd() ?? null;
}

const underlined = /^([^\r\n]+)\r?\n {0,3}(=+|-+)[ \t]*(?:\r?\n|$)/;

/** Returns a section's heading without number signs; null if it begins with text. */
export function titleOf(raw: string): string | null {
  const heading = headingOf(raw);
  if (heading === null) return underlined.exec(raw)?.[1]?.trim() ?? null;
  return withoutClosingSigns(heading.replace(/^#+\s*/, ''));
}

/** Returns the level of a section's heading, 1 to 6; 0 if it begins with text. */
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
  return new Set(
    [...text.matchAll(/\[\^([^[\]\s]+)\](?!:)/g)].map((match) => (match[1] ?? '').toLowerCase()),
  );
}

/** Returns the labels that a text refers to, and those that their definitions refer to. */
export function readNeeded(text: string, footnotes: readonly string[]): Set<string> {
  const needed = readReferences(text);
  const byLabel = new Map(footnotes.map((raw) => [labelOf(raw), raw]));
  // The loop also visits labels that it adds.
  for (const label of needed)
    for (const one of readReferences(byLabel.get(label) ?? '')) needed.add(one);
  return needed;
}

/** True if no open code block, comment or table at the end swallows what follows. */
export function isClosed(text: string): boolean {
  return readBlocks(`${text}\n\n# End\n`).at(-1)?.type === 'heading';
}

/**
 * A block outside other blocks. `start` is the offset of its first line, `depth` the level of a
 * heading.
 */
interface Block {
  type: string;
  depth: number;
  start: number;
}

/**
 * Matches lines that may begin or underline a heading, or begin a footnote definition, outside
 * other blocks.
 */
const headingOrDefinition = /^\uFEFF?[ ]{0,3}(?:#{1,6}(?=[ \t]|$)|=+[ \t]*$|-+[ \t]*$|\[\^)/m;

/**
 * Reads the blocks of a document outside other blocks. Parts without headings and footnote
 * definitions count as one paragraph, because parsing a long document would take seconds, and its
 * headings are what is asked for.
 */
function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  // One part at a time: the trees of a long document together take thousands of times its size.
  for (const { root, base } of parseMarkdown(markdown, { partPattern: headingOrDefinition })) {
    for (const node of root.children) {
      blocks.push({
        type: node.type,
        depth: node.type === 'heading' ? node.depth : 0,
        start: markdown.lastIndexOf('\n', base + (node.position?.start.offset ?? 0) - 1) + 1,
      });
    }
  }
  return blocks;
}

function slices(text: string, starts: number[], end: number): string[] {
  return starts.map((start, index) => text.slice(start, starts[index + 1] ?? end));
}

function gap(before: string): string {
  if (before === '' || /\n[ \t]*\r?\n$/.test(before)) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}

const headings = new Set(Object.values(answersTitles).map((title) => `## ${title}`));

/** True for the section of note answers in any language. */
export function isAnswersSection(raw: string): boolean {
  return headings.has(headingOf(raw) ?? '');
}

/** Returns the document without its section of note answers in any language. */
export function withoutAnswers(document: SectionedDocument): SectionedDocument {
  return { ...document, sections: document.sections.filter(({ raw }) => !isAnswersSection(raw)) };
}

/** Removes the section of note answers. One with footnotes stays: its author is an agent. */
export function cutAnswers(markdown: string): string {
  if (![...headings].some((heading) => markdown.includes(heading))) return markdown;
  const document = cutSections(markdown);
  const states = ({ raw }: { raw: string }) =>
    !isAnswersSection(raw) || readReferences(raw).size > 0;
  return joinSections({ ...document, sections: document.sections.filter(states) });
}

/**
 * `2.`, `2)`, `2.1`, `２．`, `二、`, `II.` and the blanks after it; not a number without a sign, such
 * as `2025`.
 */
export const sectionNumber =
  /^(?:(?:\p{Nd}{1,2}(?:\.\p{Nd}{1,2})+[.)]?|\p{Nd}{1,2}[.)：:]|[IVX]{1,5}[.)])\s+|\p{Nd}{1,2}[．、]\s*|[一二三四五六七八九十]{1,3}[、．]\s*)/u;

/** Removes numbering, case and emphasis of a title for comparison. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\d.)\s]+(?=\D)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Puts the `kept` sections, byte for byte, in place of those with their heading, else behind the
 * section that they followed. Their footnotes keep label and definition; clashing ones are renamed.
 * @param document the new text, cut
 * @param earlier the earlier text, cut
 * @param kept the sections of `earlier` that stay, by index
 */
export function keepSections(
  document: SectionedDocument,
  earlier: SectionedDocument,
  kept: readonly number[],
): SectionedDocument {
  const wanted = [...new Set(kept)]
    .filter((index) => earlier.sections[index])
    .sort((a, b) => a - b);
  if (hasAll(document, earlier, wanted)) return document;
  const { sections: fresh, footnotes } = separate(document, earlier, wanted);
  const sections = placeKept(fresh, earlier.sections, wanted);
  return endOpenText(dropUnused({ ...document, sections, footnotes }, fresh));
}

function hasAll(
  document: SectionedDocument,
  earlier: SectionedDocument,
  kept: readonly number[],
): boolean {
  const texts = document.sections.map(textOf);
  let from = 0;
  for (const index of kept) {
    const at = texts.indexOf(textOf(earlier.sections[index]), from);
    if (at < 0) return false;
    from = at + 1;
  }
  const definitions = definitionsOf(earlier, kept).map((raw) => raw.trim());
  const known = new Set(document.footnotes.map((raw) => raw.trim()));
  return definitions.every((raw) => known.has(raw) || texts.some((text) => text.includes(raw)));
}

/** Renames the document's footnotes that clash with those of kept sections, which it adds. */
function separate(
  document: SectionedDocument,
  earlier: SectionedDocument,
  kept: readonly number[],
): Pick<SectionedDocument, 'sections' | 'footnotes'> {
  const held = definitionsOf(earlier, kept);
  const heldBy = new Map(held.map((raw) => [labelOf(raw), raw.trim()]));
  const used = new Set([...document.footnotes, ...earlier.footnotes].map(labelOf));
  for (const { raw } of [...document.sections, ...earlier.sections])
    for (const one of readReferences(raw)) used.add(one);
  const texts = new Set(kept.map((index) => textOf(earlier.sections[index])));
  const free = freeLabels(used);
  const names = new Map<string, string>();
  const own: string[] = [];
  for (const raw of document.footnotes) {
    const label = labelOf(raw);
    const same = heldBy.get(label);
    if (same === raw.trim()) continue;
    if (same === undefined) {
      own.push(raw);
      continue;
    }
    const name = free.next();
    if (!names.has(label)) names.set(label, name);
    own.push(relabelDefinition(raw, name));
  }
  const sections = document.sections.map((section) =>
    texts.has(textOf(section)) ? section : { ...section, raw: relabel(section.raw, names) },
  );
  const definitions = own.map((raw) => relabelBody(raw, names));
  return { sections, footnotes: [...held.map((raw) => `${raw.trimEnd()}\n`), ...definitions] };
}

/** Removes definitions whose references were in text that a kept section has replaced. */
function dropUnused(
  document: SectionedDocument,
  before: readonly DocumentSection[],
): SectionedDocument {
  const labelsIn = (sections: readonly DocumentSection[]) =>
    readNeeded(sections.map(({ raw }) => raw).join('\n'), document.footnotes);
  const [used, wasUsed] = [labelsIn(document.sections), labelsIn(before)];
  const isNeeded = (raw: string) => used.has(labelOf(raw)) || !wasUsed.has(labelOf(raw));
  return { ...document, footnotes: document.footnotes.filter(isNeeded) };
}

function definitionsOf(
  { sections, footnotes }: SectionedDocument,
  indexes: readonly number[],
): string[] {
  const labels = readNeeded(
    indexes.map((index) => sections[index]?.raw ?? '').join('\n'),
    footnotes,
  );
  return footnotes.filter((raw) => labels.has(labelOf(raw)));
}

function placeKept(
  fresh: readonly DocumentSection[],
  earlier: readonly DocumentSection[],
  kept: readonly number[],
): DocumentSection[] {
  const placed = fresh.map((section): DocumentSection & { from: number | null } => ({
    ...section,
    from: null,
  }));
  for (const [index, section] of earlier.entries()) {
    const text = textOf(section);
    const isFree = ({ from }: { from: number | null }) => from === null;
    let at = placed.findIndex((other) => isFree(other) && textOf(other) === text);
    if (at < 0)
      at = placed.findIndex(
        (other, i) => isFree(other) && isLike(other.raw, section.raw, i + index === 0),
      );
    const isKept = kept.includes(index);
    if (at < 0 && !isKept) continue;
    const put = { raw: `${text}\n\n`, place: null, from: index };
    if (at < 0) placed.splice(followerOf(placed, index), 0, put);
    else placed[at] = isKept ? put : { ...(placed[at] ?? put), from: index };
  }
  return placed.map(({ raw, place }) => ({ raw, place }));
}

/** Returns the place behind the nearest earlier section; the start for the first one. */
function followerOf(placed: readonly { from: number | null }[], index: number): number {
  for (let before = index - 1; before >= 0; before -= 1) {
    const at = placed.findIndex(({ from }) => from === before);
    if (at >= 0) return at + 1;
  }
  return index === 0 ? 0 : placed.length;
}

/** True for sections with the same heading, and for text above the first one. */
function isLike(raw: string, other: string, areFirst: boolean): boolean {
  const [title, named] = [titleOf(raw), titleOf(other)];
  if (title === null || named === null) return areFirst && title === named;
  return foldTitle(title) === foldTitle(named);
}

const textOf = (section: DocumentSection | undefined): string => section?.raw.trimEnd() ?? '';

/**
 * Moves sections with an open end to the end, and footnotes to the start, so that no text becomes
 * code.
 */
function endOpenText(document: SectionedDocument): SectionedDocument {
  const mayBeOpen = ({ place }: DocumentSection) =>
    place === null || place === document.cutInto - 1;
  const open = document.sections.filter(
    (section) => mayBeOpen(section) && !isClosed(section.raw.trimEnd()),
  );
  if (open.length === 0) return document;
  const closed = document.sections.filter((section) => !open.includes(section));
  const footnotes =
    document.footnotes.length === 0
      ? []
      : [{ raw: `${document.footnotes.join('')}\n`, place: null }];
  return { ...document, sections: [...footnotes, ...closed, ...open], footnotes: [] };
}
