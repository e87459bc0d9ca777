import { foldTitle } from './fold-title.ts';
import { freeLabels, relabel, relabelBody, relabelDefinition } from './footnote-labels.ts';
import {
  type DocumentSection,
  isClosed,
  labelOf,
  readNeeded,
  readReferences,
  type SectionedDocument,
  titleOf,
} from './sectioned-document.ts';

/**
 * Returns a new text of a document in which sections of an earlier one stand as they were, byte for byte (WRI-7). A kept
 * section takes the place of the section with its heading; without one, it follows the section that it followed before.
 * The footnotes of kept sections keep labels and definitions; others that have such a label get a free one.
 * @param document the new text, cut
 * @param earlier the earlier text, cut
 * @param kept the sections of `earlier` that stay, by index
 */
export function keepSections(
  document: SectionedDocument,
  earlier: SectionedDocument,
  kept: readonly number[],
): SectionedDocument {
  const wanted = [...new Set(kept)].filter((index) => earlier.sections[index]).sort((a, b) => a - b);
  if (hasAll(document, earlier, wanted)) return document;
  const { sections: fresh, footnotes } = separate(document, earlier, wanted);
  const sections = placeKept(fresh, earlier.sections, wanted);
  return endOpenText(dropUnused({ ...document, sections, footnotes }, fresh));
}

/** Returns true if the document has the kept sections in their order, with their footnotes. */
function hasAll(document: SectionedDocument, earlier: SectionedDocument, kept: readonly number[]): boolean {
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

/** Gives the document's own footnotes labels that the kept sections do not have, and adds those of the kept ones. */
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

/** Removes definitions whose references went with the text that a kept section has replaced. */
function dropUnused(document: SectionedDocument, before: readonly DocumentSection[]): SectionedDocument {
  const labelsIn = (sections: readonly DocumentSection[]) =>
    readNeeded(sections.map(({ raw }) => raw).join('\n'), document.footnotes);
  const [used, wasUsed] = [labelsIn(document.sections), labelsIn(before)];
  const isNeeded = (raw: string) => used.has(labelOf(raw)) || !wasUsed.has(labelOf(raw));
  return { ...document, footnotes: document.footnotes.filter(isNeeded) };
}

function definitionsOf({ sections, footnotes }: SectionedDocument, indexes: readonly number[]): string[] {
  const labels = readNeeded(indexes.map((index) => sections[index]?.raw ?? '').join('\n'), footnotes);
  return footnotes.filter((raw) => labels.has(labelOf(raw)));
}

/** Puts the kept sections to their places among the new ones. */
function placeKept(
  fresh: readonly DocumentSection[],
  earlier: readonly DocumentSection[],
  kept: readonly number[],
): DocumentSection[] {
  const placed = fresh.map((section): DocumentSection & { from: number | null } => ({ ...section, from: null }));
  for (const [index, section] of earlier.entries()) {
    const text = textOf(section);
    const isFree = ({ from }: { from: number | null }) => from === null;
    let at = placed.findIndex((other) => isFree(other) && textOf(other) === text);
    if (at < 0) at = placed.findIndex((other, i) => isFree(other) && isLike(other.raw, section.raw, i + index === 0));
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

/** Returns true for sections with the same heading, and for text above the first one. */
function isLike(raw: string, other: string, areFirst: boolean): boolean {
  const [title, named] = [titleOf(raw), titleOf(other)];
  if (title === null || named === null) return areFirst && title === named;
  return foldTitle(title) === foldTitle(named);
}

const textOf = (section: DocumentSection | undefined): string => section?.raw.trimEnd() ?? '';

/**
 * Moves sections with an open end, such as code without its last fence, to the end, and the footnotes to the start, where
 * they are part of no section with a heading: nothing may stand in what was no code.
 */
function endOpenText(document: SectionedDocument): SectionedDocument {
  const mayBeOpen = ({ place }: DocumentSection) => place === null || place === document.cutInto - 1;
  const open = document.sections.filter((section) => mayBeOpen(section) && !isClosed(section.raw.trimEnd()));
  if (open.length === 0) return document;
  const closed = document.sections.filter((section) => !open.includes(section));
  const footnotes = document.footnotes.length === 0 ? [] : [{ raw: `${document.footnotes.join('')}\n`, place: null }];
  return { ...document, sections: [...footnotes, ...closed, ...open], footnotes: [] };
}
