import type { BaseDocument, BaseItem } from '../markdown/base-document.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { findManner, type ItemToWrite, type WritingManner, writeItems } from '../markdown/write-items.ts';
import { mapInlines, signItem } from '../model/sign-item.ts';
import { titleLevel, type WordItem } from '../model/word-item.ts';
import type { ReadWordFile } from '../reading/read-docx.ts';
import { alignSequences } from './align-sequences.ts';
import { joinParts, type MergedPart } from './join-parts.ts';
import { layOver } from './lay-over.ts';
import { gapsOf, matchNotes } from './match-notes.ts';

/** The version from which a file comes: its whole text, and what of it the file shows. */
export interface WordBase {
  whole: string;
  shown: string;
}

/**
 * Makes the markdown of a Word file. Blocks of the base whose words, marks and notes are in the file as they were keep
 * their bytes; others are written anew. What Word does not show (front matter, comments, definitions, what is the
 * team's) stays where it is. An untouched copy gives the base byte for byte (WRD-3). Without a base all is written anew.
 */
export function mergeWord(texts: WordBase | null, file: Pick<ReadWordFile, 'items' | 'notes' | 'references'>): string {
  const base = texts === null ? readMarkdown('') : layOver(texts.shown, texts.whole);
  const { labels, changed } = matchNotes(base, file);
  const withLabels = file.items.map((item) =>
    mapInlines(item, (inlines) =>
      inlines.map((inline) => (inline.t === 'note' ? { ...inline, label: labels.get(inline.label) ?? '' } : inline)),
    ),
  );
  const items = pairItems(base, withLabels);
  const isTitled = texts === null ? withLabels.some(isTitle) : base.hasTitle;
  const manner: WritingManner = {
    images: base.images,
    charts: base.charts,
    deeper: isTitled ? 1 : 0,
    options: findManner(texts?.whole ?? ''),
  };
  const parts = cutParts(base, items).map((part): MergedPart => {
    if (part.unit !== null) return { unit: part.unit, text: '', isList: false };
    const isList = part.items.some(({ item }) => item.list > 0);
    return { unit: null, text: writeItems(part.items, manner), isList };
  });
  const notes = new Map([...changed].map(([label, texts]) => [label, writeDefinition(label, texts, manner)]));
  return joinParts(base, parts, { notes, used: new Set(labels.values()) });
}

const isTitle = (item: WordItem) => item.t === 'heading' && item.level === titleLevel;

/** An item of the file with its place in the base, if it is there as it was. */
interface PairedItem extends ItemToWrite {
  place: number | null;
}

/** Pairs the file's items with the base's: the same ones by their order, changed ones with the next of their type. */
function pairItems(base: BaseDocument, items: readonly WordItem[]): PairedItem[] {
  const before = base.items.map(({ item }) => signItem(item));
  const after = items.map(signItem);
  const pairs = alignSequences(before, after);
  const paired = items.map((item): PairedItem => ({ item, base: null, isSame: false, place: null }));
  for (const [left, right] of pairs) {
    const same = base.items[left];
    const item = items[right];
    if (same && item) paired[right] = { item, base: same, isSame: true, place: left };
  }
  for (const { left, right } of gapsOf(pairs, before.length, after.length)) {
    const free = base.items.slice(...left);
    for (let at = right[0]; at < right[1]; at += 1) {
      const item = items[at];
      const next = free.findIndex((candidate) => candidate.item.t === item?.t);
      if (!item || next < 0) continue;
      const [former] = free.splice(0, next + 1).slice(-1);
      paired[at] = { item, base: former ?? null, isSame: false, place: null };
    }
  }
  return moveUnits(base, before, after, paired).filter((item, at, all) => !isLeftOver(item, all[at + 1]));
}

/** Finds blocks that stand elsewhere than in the base, so that they keep their bytes too. */
function moveUnits(base: BaseDocument, before: string[], after: string[], paired: PairedItem[]): PairedItem[] {
  const taken = new Set(paired.flatMap(({ place }) => (place === null ? [] : [place])));
  const free = new Map<string, number[]>();
  for (const [index, { unit }] of base.items.entries()) {
    const opens = base.items[index - 1]?.unit !== unit;
    if (!opens || taken.has(index)) continue;
    const same = free.get(before[index] ?? '') ?? [];
    same.push(index);
    free.set(before[index] ?? '', same);
  }
  const moved = [...paired];
  for (let at = 0; at < moved.length; at += 1) {
    if (moved[at]?.place !== null) continue;
    const same = free.get(after[at] ?? '') ?? [];
    while (taken.has(same[0] ?? -1)) same.shift();
    const start = same.find((index) => fits(index, at));
    if (start === undefined) continue;
    const count = base.units[base.items[start]?.unit ?? 0]?.items ?? 0;
    for (let offset = 0; offset < count; offset += 1) {
      const former = base.items[start + offset] as BaseItem;
      moved[at + offset] = {
        item: (moved[at + offset] as PairedItem).item,
        base: former,
        isSame: true,
        place: start + offset,
      };
      taken.add(start + offset);
    }
    at += count - 1;
  }
  function fits(start: number, at: number): boolean {
    const count = base.units[base.items[start]?.unit ?? 0]?.items ?? 0;
    for (let offset = 0; offset < count; offset += 1) {
      const isFree = !taken.has(start + offset) && moved[at + offset]?.place === null;
      if (!isFree || before[start + offset] !== after[at + offset]) return false;
    }
    return count > 0;
  }
  return moved;
}

/** A new entry without words that nothing follows is what the editor leaves at the end of a list. */
function isLeftOver({ item, place }: PairedItem, next: PairedItem | undefined): boolean {
  if (item.t !== 'entry' || item.c.length > 0 || place !== null) return false;
  return !next || next.item.list < item.list || (next.item.t === 'entry' && next.item.list === item.list);
}

/** A part of the file: a whole block of the base, or items to write. */
type FilePart = { unit: number; items: [] } | { unit: null; items: PairedItem[] };

function cutParts(base: BaseDocument, items: readonly PairedItem[]): FilePart[] {
  const parts: FilePart[] = [];
  for (let at = 0; at < items.length; ) {
    const unit = wholeUnitAt(base, items, at);
    if (unit !== null) {
      parts.push({ unit, items: [] });
      at += base.units[unit]?.items ?? 1;
      continue;
    }
    const last = parts.at(-1);
    const item = items[at] as PairedItem;
    if (last?.unit === null) last.items.push(item);
    else parts.push({ unit: null, items: [item] });
    at += 1;
  }
  return absorbLists(base, items, parts);
}

function wholeUnitAt(base: BaseDocument, items: readonly PairedItem[], at: number): number | null {
  const start = items[at]?.place ?? null;
  const unit = start === null ? undefined : base.items[start]?.unit;
  if (start === null || unit === undefined || base.items[start - 1]?.unit === unit) return null;
  const count = base.units[unit]?.items ?? 0;
  const series = new Set<string>();
  for (let offset = 0; offset < count; offset += 1) {
    const paired = items[at + offset];
    if (paired?.place !== start + offset) return null;
    const former = base.items[start + offset]?.item;
    if (former?.t !== 'entry' || !former.ordered || series.has(former.series)) continue;
    series.add(former.series);
    // Somebody let the list begin with another number.
    if (paired.item.t === 'entry' && paired.item.start !== former.start) return null;
  }
  return unit;
}

/** Takes an unchanged list into the changed items beside it that continue it: a new entry at its end or beginning. */
function absorbLists(base: BaseDocument, items: readonly PairedItem[], parts: readonly FilePart[]): FilePart[] {
  const absorbed: FilePart[] = [];
  let at = 0;
  for (const part of parts) {
    const count = part.unit === null ? part.items.length : (base.units[part.unit]?.items ?? 0);
    const own = items.slice(at, at + count);
    at += count;
    const last = absorbed.at(-1);
    const isUnit = part.unit !== null;
    const joins = last && continuesList(lastItem(base, last), own[0]) && isUnit !== (last.unit !== null);
    if (!joins) absorbed.push(part);
    else if (last.unit === null) last.items.push(...own);
    else absorbed[absorbed.length - 1] = { unit: null, items: [...items.slice(at - count - unitSize(base, last), at)] };
  }
  return absorbed;
}

const unitSize = (base: BaseDocument, { unit }: FilePart) => (unit === null ? 0 : (base.units[unit]?.items ?? 0));

function lastItem(base: BaseDocument, part: FilePart): PairedItem | undefined {
  if (part.unit === null) return part.items.at(-1);
  const place = base.items.findLastIndex(({ unit }) => unit === part.unit);
  const last = base.items[place];
  return last && { item: last.item, base: last, isSame: true, place };
}

function continuesList(before: PairedItem | undefined, after: PairedItem | undefined): boolean {
  if (!before || !after || before.item.list === 0 || after.item.list === 0) return false;
  return before.item.quote === after.item.quote;
}

function writeDefinition(label: string, items: readonly WordItem[], manner: WritingManner): string {
  const text = writeItems(
    items.map((item) => ({ item, base: null, isSame: false })),
    manner,
  );
  const [first = '', ...rest] = text.split('\n');
  return [`[^${label}]: ${first}`.trimEnd(), ...rest.map((line) => (line === '' ? '' : `    ${line}`))].join('\n');
}
