import { alignWords } from './align-words.ts';
import type { TextRange } from './find-quote.ts';
import { type SplitWords, splitWords } from './split-words.ts';

/** Part of the letters of a passage that must be left for it to be the same passage. */
const enoughLeft = 0.5;
/** The same where the words on both sides of the passage stay. */
const enoughInPlace = 0.3;
/** Most words of a rewritten part in which an unchanged quote is looked for. */
const maxRewritten = 120;
/** Most words that are inserted into a passage at one place. */
const maxInserted = 60;

/** A text before and after a change, with the words that stayed. */
interface Change {
  before: SplitWords;
  after: SplitWords;
  /** Place of each word in the text after the change; -1 if it went. */
  places: Int32Array;
  /** For each word, the nearest words at or before it, and at or behind it, that stayed; -1 or the length for none. */
  keptUntil: Int32Array;
  keptFrom: Int32Array;
}

/** Words of a text by their numbers; `end` is not part of it. */
interface WordRange {
  first: number;
  end: number;
}

/**
 * Finds passages of a text again after it has changed (CMT-5): a passage stays with its words, wherever they are moved,
 * and takes in words that are inserted into it. Returns null for a passage most of whose letters went. A passage that
 * nobody touched is never lost, and none moves to other words that look the same.
 */
export function followPassages(before: string, after: string, passages: readonly TextRange[]): (TextRange | null)[] {
  if (before === after) return passages.map(({ start, end }) => ({ start, end }));
  const [wordsBefore, wordsAfter] = splitWords([before, after]);
  if (!wordsBefore || !wordsAfter) return passages.map(() => null);
  const places = alignWords(wordsBefore, wordsAfter);
  const change = { before: wordsBefore, after: wordsAfter, places, ...findKept(places) };
  return passages.map((passage) => followPassage(change, passage));
}

function findKept(places: Int32Array): Pick<Change, 'keptUntil' | 'keptFrom'> {
  const keptUntil = new Int32Array(places.length);
  const keptFrom = new Int32Array(places.length);
  for (let index = 0, last = -1; index < places.length; index += 1) {
    if (places[index] !== -1) last = index;
    keptUntil[index] = last;
  }
  for (let index = places.length - 1, next = places.length; index >= 0; index -= 1) {
    if (places[index] !== -1) next = index;
    keptFrom[index] = next;
  }
  return { keptUntil, keptFrom };
}

function followPassage(change: Change, passage: TextRange): TextRange | null {
  const range = wordsIn(change.before, passage);
  if (range.first === range.end) return null;
  const left = findLeft(change, range);
  if (left && (left.share >= enoughLeft || (left.share >= enoughInPlace && isEnclosed(change, range)))) {
    return toText(change, passage, range, { first: left.first, last: left.last });
  }
  const first = findBeside(change, range) ?? findRewritten(change, range);
  return first === null ? null : toUnchanged(change, passage, range, first);
}

/** Returns the words that a range of the text touches. */
function wordsIn({ starts, ends }: SplitWords, { start, end }: TextRange): WordRange {
  return { first: countUntil(ends, (value) => value <= start), end: countUntil(starts, (value) => value < end) };
}

/** Counts the leading values of an ascending list that meet a condition, by halves. */
function countUntil(values: Uint32Array, isBefore: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(values[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Words of a passage that are left, by their numbers before the change. */
interface Left {
  first: number;
  last: number;
  /** Their letters as a part of all letters of the passage. */
  share: number;
}

/** Finds the words of a passage that are left together. If it was torn apart, the larger part counts. */
function findLeft({ before, places }: Change, { first, end }: WordRange): Left | null {
  let letters = 0;
  const parts: (Left & { letters: number })[] = [];
  for (let index = first; index < end; index += 1) {
    const size = (before.ends[index] ?? 0) - (before.starts[index] ?? 0);
    letters += size;
    const place = places[index] ?? -1;
    if (place === -1) continue;
    const last = parts.at(-1);
    const distance = last ? place - (places[last.last] ?? 0) : 0;
    if (last && distance > 0 && distance <= index - last.last + maxInserted) {
      last.last = index;
      last.letters += size;
    } else parts.push({ first: index, last: index, letters: size, share: 0 });
  }
  const largest = parts.toSorted((a, b) => b.letters - a.letters)[0];
  return largest ? { ...largest, share: largest.letters / letters } : null;
}

/** True if the words on both sides of a passage stay, and enclose no more than a rewritten passage. */
function isEnclosed({ places, after }: Change, { first, end }: WordRange): boolean {
  const from = first === 0 ? -1 : places[first - 1];
  const to = end === places.length ? after.ids.length : places[end];
  if (from === undefined || to === undefined || (from === -1 && first > 0) || to === -1) return false;
  return to > from && to - from <= 2 * (end - first) + 8;
}

/**
 * Turns the words that are left into a range of the new text. Words that took the place of the first or last ones belong
 * to it. A passage that began or ended inside a word still does.
 */
function toText(
  { before, after, places }: Change,
  passage: TextRange,
  { first, end }: WordRange,
  left: { first: number; last: number },
): TextRange {
  let newFirst = places[left.first] ?? 0;
  let newLast = places[left.last] ?? 0;
  const placeBefore = first > 0 ? (places[first - 1] ?? -1) : -1;
  const placeBehind = end < places.length ? (places[end] ?? -1) : -1;
  const replacedBefore = newFirst - placeBefore - 1;
  const replacedBehind = placeBehind - newLast - 1;
  const canGrow = (replaced: number, lost: number) => lost > 0 && replaced > 0 && replaced <= lost + 3;
  if (placeBefore !== -1 && canGrow(replacedBefore, left.first - first)) newFirst = placeBefore + 1;
  if (placeBehind !== -1 && canGrow(replacedBehind, end - 1 - left.last)) newLast = placeBehind - 1;
  const cutBefore = left.first === first ? Math.max(0, passage.start - (before.starts[first] ?? 0)) : 0;
  const cutBehind = left.last === end - 1 ? Math.max(0, (before.ends[end - 1] ?? 0) - passage.end) : 0;
  return { start: (after.starts[newFirst] ?? 0) + cutBefore, end: (after.ends[newLast] ?? 0) - cutBehind };
}

/**
 * Looks for the unchanged quote beside the word before it or behind it. A word that stands twice in a row may have been
 * taken for the other one. Returns the place of its first word, or null.
 */
function findBeside({ before, after, places }: Change, { first, end }: WordRange): number | null {
  const wanted = before.ids.subarray(first, end);
  const standsAt = (start: number) => start >= 0 && wanted.every((id, index) => after.ids[start + index] === id);
  const placeBefore = first > 0 ? (places[first - 1] ?? -1) : -1;
  if (placeBefore !== -1 && standsAt(placeBefore + 1)) return placeBefore + 1;
  const placeBehind = places[end] ?? -1;
  return placeBehind !== -1 && standsAt(placeBehind - wanted.length) ? placeBehind - wanted.length : null;
}

/**
 * Looks for the unchanged quote in a small part that was rewritten around it. If it stands there as often as before, its
 * number among them tells which one it is. Returns the place of its first word, or null.
 */
function findRewritten(
  { before, after, places, keptUntil, keptFrom }: Change,
  { first, end }: WordRange,
): number | null {
  const from = first === 0 ? -1 : (keptUntil[first - 1] ?? -1);
  const to = end >= places.length ? places.length : (keptFrom[end] ?? places.length);
  const old = { first: from + 1, end: to };
  const now = {
    first: from === -1 ? 0 : (places[from] ?? 0) + 1,
    end: to === places.length ? after.ids.length : (places[to] ?? 0),
  };
  if (now.end <= now.first || now.end - now.first > maxRewritten || old.end - old.first > maxRewritten) return null;
  const wanted = before.ids.subarray(first, end);
  const placesBefore = occurrences(before.ids, old, wanted);
  const placesAfter = occurrences(after.ids, now, wanted);
  if (placesBefore.length !== placesAfter.length) return null;
  return placesAfter[placesBefore.indexOf(first)] ?? null;
}

/** Turns the place of unchanged words into a range of the new text. */
function toUnchanged({ before, after }: Change, passage: TextRange, range: WordRange, first: number): TextRange {
  const cutBefore = Math.max(0, passage.start - (before.starts[range.first] ?? 0));
  const cutBehind = Math.max(0, (before.ends[range.end - 1] ?? 0) - passage.end);
  const last = first + range.end - range.first - 1;
  return { start: (after.starts[first] ?? 0) + cutBefore, end: (after.ends[last] ?? 0) - cutBehind };
}

/** Lists where words stand in a range, at most as many times as the range has words. */
function occurrences(ids: Uint32Array, { first, end }: WordRange, wanted: Uint32Array): number[] {
  const found: number[] = [];
  for (let start = first; start + wanted.length <= end; start += 1) {
    if (wanted.every((id, index) => ids[start + index] === id)) found.push(start);
  }
  return found;
}
