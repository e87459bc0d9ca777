import { diffArrays } from 'diff';
import { type BaseDocument, type BaseItem, type BaseUnit, readMarkdown } from './markdown.ts';
import type { ReadWordFile } from './reading/read-docx.ts';
import {
  inlinesOf,
  labelOfAgain,
  mapInlines,
  signItem,
  titleLevel,
  type WordItem,
} from './word-item.ts';
import { findManner, type ItemToWrite, type WritingManner, writeItems } from './write-markdown.ts';

/** The version from which a file comes: its whole text, and what of it the file shows. */
export interface WordBase {
  whole: string;
  shown: string;
}

/**
 * Makes a Word file's markdown. Blocks of the base that are unchanged, or that Word does not show,
 * keep their bytes; others are written anew. An untouched copy gives the base byte for byte.
 * Without a base all is written anew.
 */
export function mergeWord(
  texts: WordBase | null,
  file: Pick<ReadWordFile, 'items' | 'notes' | 'references'>,
): string {
  const base = texts === null ? readMarkdown('') : layOver(texts.shown, texts.whole);
  const { labels, changed } = matchNotes(base, file);
  const withLabels = file.items.map((item) => nameNotes(item, labels));
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
  const notes = new Map(
    [...changed].map(([label, texts]) => [label, writeDefinition(label, texts, manner)]),
  );
  const used = withLabels
    .flatMap((item) => inlinesOf(item).flat())
    .flatMap((one) => (one.t === 'note' ? one.label : []));
  return joinParts(base, parts, { notes, used: new Set(used) });
}

const noLabels: ReadonlyMap<string, string> = new Map();

/** Gives the notes that an item calls their labels. */
function nameNotes(item: WordItem, labels: ReadonlyMap<string, string>): WordItem {
  const labelOf = (key: string) => labelOfAgain(key) ?? labels.get(key) ?? '';
  return mapInlines(item, (inlines) =>
    inlines.map((inline) =>
      inline.t === 'note' ? { ...inline, label: labelOf(inline.label) } : inline,
    ),
  );
}

const isTitle = (item: WordItem) => item.t === 'heading' && item.level === titleLevel;

/** An item of the file with its place in the base, if it is there as it was. */
interface PairedItem extends ItemToWrite {
  place: number | null;
}

/**
 * Pairs the file's items with the base's: the same ones by their order, changed ones with the next
 * of their type.
 */
function pairItems(base: BaseDocument, items: readonly WordItem[]): PairedItem[] {
  const before = base.items.map(({ item }) => signItem(item));
  const after = items.map(signItem);
  const pairs = alignSequences(before, after);
  const paired = items.map(
    (item): PairedItem => ({ item, base: null, isSame: false, place: null }),
  );
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
  return moveUnits(base, before, after, paired).filter(
    (item, at, all) => !isLeftOver(item, all[at + 1]),
  );
}

/** Finds blocks that stand elsewhere than in the base, so that they keep their bytes too. */
function moveUnits(
  base: BaseDocument,
  before: string[],
  after: string[],
  paired: PairedItem[],
): PairedItem[] {
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

/**
 * A new entry without words that nothing follows is what the editor leaves at the end of a list.
 */
function isLeftOver({ item, place }: PairedItem, next: PairedItem | undefined): boolean {
  if (item.t !== 'entry' || item.c.length > 0 || place !== null) return false;
  return (
    !next || next.item.list < item.list || (next.item.t === 'entry' && next.item.list === item.list)
  );
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

/**
 * Takes an unchanged list into the changed items beside it that continue it: a new entry at its end
 * or beginning.
 */
function absorbLists(
  base: BaseDocument,
  items: readonly PairedItem[],
  parts: readonly FilePart[],
): FilePart[] {
  const absorbed: FilePart[] = [];
  let at = 0;
  for (const part of parts) {
    const count = part.unit === null ? part.items.length : (base.units[part.unit]?.items ?? 0);
    const own = items.slice(at, at + count);
    at += count;
    const last = absorbed.at(-1);
    const isUnit = part.unit !== null;
    const joins =
      last && continuesList(lastItem(base, last), own[0]) && isUnit !== (last.unit !== null);
    if (!joins) absorbed.push(part);
    else if (last.unit === null) last.items.push(...own);
    else
      absorbed[absorbed.length - 1] = {
        unit: null,
        items: [...items.slice(at - count - unitSize(base, last), at)],
      };
  }
  return absorbed;
}

const unitSize = (base: BaseDocument, { unit }: FilePart) =>
  unit === null ? 0 : (base.units[unit]?.items ?? 0);

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
  return [
    `[^${label}]: ${first}`.trimEnd(),
    ...rest.map((line) => (line === '' ? '' : `    ${line}`)),
  ].join('\n');
}

/** The notes of a Word file under their labels in the markdown. */
interface MatchedNotes {
  /** Labels by the keys of the file. */
  labels: Map<string, string>;
  /** Texts of the notes whose words changed, and of new ones, by their labels. */
  changed: Map<string, WordItem[]>;
}

/**
 * Finds each note's label by words and order. New words between equal neighbours keep it; others
 * get free numbers.
 */
function matchNotes(
  base: BaseDocument,
  file: { references: readonly string[]; notes: ReadonlyMap<string, WordItem[]> },
): MatchedNotes {
  const signOf = (items: readonly WordItem[]) => JSON.stringify(items.map(signItem));
  const baseSigns = new Map([...base.notes].map(([label, { items }]) => [label, signOf(items)]));
  const before = base.references.map((label) => baseSigns.get(label) ?? '');
  const textOf = (key: string) =>
    (file.notes.get(key) ?? []).map((item) => nameNotes(item, noLabels));
  const after = file.references.map((key) => signOf(textOf(key)));
  const pairs = alignSequences(before, after);
  const labels = new Map<string, string>();
  const kept = new Set<string>();
  for (const [left, right] of pairs) {
    const [label, key] = [base.references[left], file.references[right]];
    if (label === undefined || key === undefined) continue;
    labels.set(key, label);
    kept.add(label);
  }
  const changed = new Map<string, WordItem[]>();
  const known = new Map([...baseSigns].map(([label, sign]) => [sign, label]));
  const used = [...base.notes.keys(), ...base.references];
  let next = nextNumber(used);
  for (const { left, right } of gapsOf(pairs, before.length, after.length)) {
    const free = base.references.slice(...left).filter((label) => !kept.has(label));
    for (let place = right[0]; place < right[1]; place += 1) {
      const key = file.references[place] ?? '';
      const same = known.get(after[place] ?? '');
      const label = same ?? free.shift() ?? String(next++);
      labels.set(key, label);
      kept.add(label);
      if (same === undefined) changed.set(label, textOf(key));
    }
  }
  return { labels, changed };
}

interface Gap {
  left: [number, number];
  right: [number, number];
}

/** Lists what lies between the pairs of two sequences. */
function gapsOf(
  pairs: readonly [number, number][],
  leftLength: number,
  rightLength: number,
): Gap[] {
  const gaps: Gap[] = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...pairs, [leftLength, rightLength] as const]) {
    if (nextLeft > left || nextRight > right)
      gaps.push({ left: [left, nextLeft], right: [right, nextRight] });
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return gaps;
}

function nextNumber(used: readonly string[]): number {
  const numbers = used.map(Number).filter((number) => Number.isSafeInteger(number) && number > 0);
  return numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
}

/** A part of the merged markdown: a block of the base with its bytes, or new text. */
type MergedPart =
  | { unit: number; text: ''; isList: false }
  | { unit: null; text: string; isList: boolean };

/**
 * The notes of the merged markdown: new definitions by label, and the labels that are still called.
 */
interface MergedNotes {
  notes: ReadonlyMap<string, string>;
  used: ReadonlySet<string>;
}

/** Keeps two lists apart that became neighbours. */
const separator = '<!-- -->\n\n';
const opensList = /^ {0,3}(?:[-*+]|\d+[.)]) /;

/** The text so far. */
interface Output {
  text: string;
  /** The block of the base that was put last; null after new text. */
  last: number | null;
  endsList: boolean;
}

/**
 * Joins the parts. Hidden blocks stay behind their block; changed definitions keep their place, new
 * ones come last, and those that nothing calls are left out.
 */
function joinParts(
  base: BaseDocument,
  parts: readonly MergedPart[],
  { notes, used }: MergedNotes,
): string {
  const output: Output = { text: base.front, last: -1, endsList: false };
  const called = new Set(base.references);
  const written = new Set<string>();
  const done = new Set<number>();
  const { hidden, visible } = orderUnits(base.units);

  const putHidden = (unit: number) => {
    const { note, source } = base.units[unit] as BaseUnit;
    const text = note === null ? undefined : notes.get(note);
    if (note !== null && text !== undefined && !written.has(note)) {
      written.add(note);
      putUnit(output, base, unit, `${text}${trailingSpace(source)}`);
    } else if (note === null || used.has(note) || !called.has(note))
      putUnit(output, base, unit, source);
    else if (output.last !== null && output.last + 1 === unit) output.last = unit;
  };
  const finish = (unit: number) => {
    if (done.has(unit)) return;
    done.add(unit);
    for (const behind of hidden.get(unit) ?? []) putHidden(behind);
  };
  finish(-1);
  let next = 0;
  for (const part of parts) {
    if (part.unit === null) putText(output, part);
    else {
      while ((visible[next] ?? Number.POSITIVE_INFINITY) < part.unit) finish(visible[next++] ?? -1);
      putUnit(output, base, part.unit, base.units[part.unit]?.source ?? '');
      finish(part.unit);
    }
  }
  for (const unit of visible) finish(unit);
  const added = [...notes].filter(([label]) => !written.has(label));
  if (added.length > 0)
    output.text += `${gapAfter(output.text)}${added.map(([, text]) => text).join('\n\n')}\n`;
  return keepRule(output.text, base);
}

const dashes = /^---[ \t]*\r?\n/;

/** A line that has come to the beginning would open front matter: it is drawn with stars. */
function keepRule(text: string, { front, units }: BaseDocument): string {
  const openedSo = dashes.test(front + (units[0]?.source ?? ''));
  return dashes.test(text) && !openedSo ? `***${text.slice(3)}` : text;
}

/** Puts a block of the base. Between blocks that were no neighbours there is a blank line. */
function putUnit(output: Output, base: BaseDocument, unit: number, text: string): void {
  const { joinsLists, items } = base.units[unit] as BaseUnit;
  if (output.last === null || output.last + 1 !== unit) {
    output.text += gapAfter(output.text);
    if (output.endsList && joinsLists) output.text += separator;
  }
  output.text += text;
  output.last = unit;
  if (items > 0) output.endsList = joinsLists;
}

function putText(output: Output, { text, isList }: MergedPart): void {
  if (text === '') return;
  output.text += gapAfter(output.text);
  if (output.endsList && isList && opensList.test(text)) output.text += separator;
  output.text += `${text}\n`;
  output.last = null;
  output.endsList = isList;
}

/**
 * Lists the visible blocks, and those that Word does not show by the visible one before them: -1
 * for the first.
 */
function orderUnits(units: readonly BaseUnit[]): {
  hidden: Map<number, number[]>;
  visible: number[];
} {
  const hidden = new Map<number, number[]>();
  const visible: number[] = [];
  for (const [unit, { items }] of units.entries()) {
    const last = visible.at(-1) ?? -1;
    if (items > 0) {
      visible.push(unit);
      continue;
    }
    const own = hidden.get(last) ?? [];
    own.push(unit);
    hidden.set(last, own);
  }
  return { hidden, visible };
}

function trailingSpace(source: string): string {
  return /\s*$/.exec(source)?.[0] || '\n';
}

/** More than the blanks of a line that separates two parts. */
const lastLine = 200;

/** Returns the line feeds that are needed so that any new block can follow. */
function gapAfter(before: string): string {
  // Searching the whole text for each part would take the square of its length.
  if (before === '' || /\n[ \t]*\r?\n$/.test(before.slice(-lastLine))) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}

/**
 * Lays a shown text over the whole one: items of the first, bytes of the second, the team's parts
 * hidden between. Blocks have the same order; a title may replace a filename.
 */
function layOver(shown: string, whole: string): BaseDocument {
  const top = readMarkdown(shown);
  if (shown === whole) return top;
  const below = readMarkdown(whole);
  const places = findPlaces(top.units, below.units);
  if (places === null) return top;
  const unitAt = new Map(places.map((place, unit) => [place, unit]));
  const units = below.units.map((unit, place): BaseUnit => {
    const over = top.units[unitAt.get(place) ?? -1];
    return over
      ? { ...over, source: unit.source, note: over.note ?? unit.note }
      : { ...unit, items: 0 };
  });
  const items = top.items.map(({ origin, ...item }) => {
    const { source, ...rest } = origin;
    const isSame =
      top.units[item.unit]?.source.trim() === units[places[item.unit] ?? -1]?.source.trim();
    return { ...item, unit: places[item.unit] ?? item.unit, origin: isSame ? origin : rest };
  });
  return { ...top, front: below.front, units, items };
}

/**
 * Finds the place of each shown block among all blocks, in their order; null if there is none for
 * one.
 */
function findPlaces(shown: readonly BaseUnit[], whole: readonly BaseUnit[]): number[] | null {
  const [above, below] = [shown, whole].map((units) => units.map(({ source }) => source.trim()));
  if (!above || !below) return null;
  const pairs = alignSequences(above, below);
  const places = new Map(pairs);
  for (const { left, right } of gapsOf(pairs, above.length, below.length)) {
    let from = right[0];
    for (let unit = left[0]; unit < left[1]; unit += 1) {
      const last = right[1] - (left[1] - unit) + 1;
      const candidates = Array.from(
        { length: Math.max(0, last - from) },
        (_, offset) => from + offset,
      );
      const [best] = candidates.toSorted(
        (a, b) => likeness(above[unit], below[b]) - likeness(above[unit], below[a]) || a - b,
      );
      if (best === undefined) return null;
      places.set(unit, best);
      from = best + 1;
    }
  }
  return shown.map((_, unit) => places.get(unit) ?? -1);
}

/** Returns the share of words that two blocks have in common. */
function likeness(a = '', b = ''): number {
  const [words, others] = [new Set(a.split(/\s+/)), new Set(b.split(/\s+/))];
  return words.intersection(others).size / Math.max(1, words.union(others).size);
}

/**
 * Limits the differences that are searched exactly. Beyond them only signatures that occur once on
 * both sides are paired.
 */
const maxEdits = 4_000;

/** Pairs equal elements of two sequences in their order: indices of both sides. */
function alignSequences(before: readonly string[], after: readonly string[]): [number, number][] {
  const changes = diffArrays([...before], [...after], { maxEditLength: maxEdits });
  if (changes === undefined) return pairUnique(before, after);
  const pairs: [number, number][] = [];
  let [left, right] = [0, 0];
  for (const { added, removed, value } of changes) {
    if (added) right += value.length;
    else if (removed) left += value.length;
    else for (const _ of value) pairs.push([left++, right++]);
  }
  return pairs;
}

/** Pairs what occurs once on both sides, as far as the order is the same. */
function pairUnique(before: readonly string[], after: readonly string[]): [number, number][] {
  const once = (sequence: readonly string[]) => {
    const places = new Map<string, number>();
    for (const [index, value] of sequence.entries())
      places.set(value, places.has(value) ? -1 : index);
    return places;
  };
  const right = once(after);
  const pairs: [number, number][] = [];
  let last = -1;
  for (const [value, index] of once(before)) {
    const place = index < 0 ? -1 : (right.get(value) ?? -1);
    if (place <= last) continue;
    pairs.push([index, place]);
    last = place;
  }
  return pairs;
}
