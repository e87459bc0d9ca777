import { groupWords, type SplitWords, splitWords, type Words } from './count-words.ts';
import type { TextRange } from './find-quote.ts';

/** Sets the least share of a passage's letters that must be left for it to be the same passage. */
const enoughLeft = 0.5;
/** The same if the words on both sides of the passage stay. */
const enoughInPlace = 0.3;
/** Limits the words of a rewritten part in which an unchanged quote is looked for. */
const maxRewritten = 120;
/** Limits the words that are inserted into a passage at one place. */
const maxInserted = 60;

interface Change {
  before: SplitWords;
  after: SplitWords;
  /** Index of each word in the text after the change; -1 if it was removed. */
  places: Int32Array;
  /**
   * For each word, the nearest remaining words at or before it, and at or behind it; -1 or the
   * length for none.
   */
  keptUntil: Int32Array;
  keptFrom: Int32Array;
}

interface WordRange {
  first: number;
  end: number;
}

/**
 * Finds passages after a change. A passage moves with its words and includes inserted words; null
 * if most of it was removed. An untouched one is always found, never at equal words elsewhere.
 */
export function followPassages(
  before: string,
  after: string,
  passages: readonly TextRange[],
): (TextRange | null)[] {
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
  if (
    left &&
    (left.share >= enoughLeft || (left.share >= enoughInPlace && isEnclosed(change, range)))
  ) {
    return toText(change, passage, range, { first: left.first, last: left.last });
  }
  const first = findBeside(change, range) ?? findRewritten(change, range);
  return first === null ? null : toUnchanged(change, passage, range, first);
}

function wordsIn({ starts, ends }: SplitWords, { start, end }: TextRange): WordRange {
  return {
    first: countUntil(ends, (value) => value <= start),
    end: countUntil(starts, (value) => value < end),
  };
}

/** Counts the leading values of an ascending list that meet a condition, by binary search. */
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

interface Left {
  first: number;
  last: number;
  share: number;
}

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

function isEnclosed({ places, after }: Change, { first, end }: WordRange): boolean {
  const from = first === 0 ? -1 : places[first - 1];
  const to = end === places.length ? after.ids.length : places[end];
  if (from === undefined || to === undefined || (from === -1 && first > 0) || to === -1)
    return false;
  return to > from && to - from <= 2 * (end - first) + 8;
}

/**
 * Turns remaining words into a range of the new text, with words that replaced the first or last
 * ones.
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
  const canGrow = (replaced: number, lost: number) =>
    lost > 0 && replaced > 0 && replaced <= lost + 3;
  if (placeBefore !== -1 && canGrow(replacedBefore, left.first - first)) newFirst = placeBefore + 1;
  if (placeBehind !== -1 && canGrow(replacedBehind, end - 1 - left.last)) newLast = placeBehind - 1;
  const cutBefore =
    left.first === first ? Math.max(0, passage.start - (before.starts[first] ?? 0)) : 0;
  const cutBehind =
    left.last === end - 1 ? Math.max(0, (before.ends[end - 1] ?? 0) - passage.end) : 0;
  return {
    start: (after.starts[newFirst] ?? 0) + cutBefore,
    end: (after.ends[newLast] ?? 0) - cutBehind,
  };
}

/**
 * Looks for the quote beside a neighbouring word, because a repeated word may be aligned with its
 * twin.
 */
function findBeside({ before, after, places }: Change, { first, end }: WordRange): number | null {
  const wanted = before.ids.subarray(first, end);
  const standsAt = (start: number) =>
    start >= 0 && wanted.every((id, index) => after.ids[start + index] === id);
  const placeBefore = first > 0 ? (places[first - 1] ?? -1) : -1;
  if (placeBefore !== -1 && standsAt(placeBefore + 1)) return placeBefore + 1;
  const placeBehind = places[end] ?? -1;
  return placeBehind !== -1 && standsAt(placeBehind - wanted.length)
    ? placeBehind - wanted.length
    : null;
}

/**
 * Looks for the quote in a small rewritten part. If it stands there as often as before, its number
 * decides.
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
  if (
    now.end <= now.first ||
    now.end - now.first > maxRewritten ||
    old.end - old.first > maxRewritten
  )
    return null;
  const wanted = before.ids.subarray(first, end);
  const placesBefore = occurrences(before.ids, old, wanted);
  const placesAfter = occurrences(after.ids, now, wanted);
  if (placesBefore.length !== placesAfter.length) return null;
  return placesAfter[placesBefore.indexOf(first)] ?? null;
}

function toUnchanged(
  { before, after }: Change,
  passage: TextRange,
  range: WordRange,
  first: number,
): TextRange {
  const cutBefore = Math.max(0, passage.start - (before.starts[range.first] ?? 0));
  const cutBehind = Math.max(0, (before.ends[range.end - 1] ?? 0) - passage.end);
  const last = first + range.end - range.first - 1;
  return {
    start: (after.starts[first] ?? 0) + cutBefore,
    end: (after.ends[last] ?? 0) - cutBehind,
  };
}

/** Lists where words stand in a range, at most as many times as the range has words. */
function occurrences(ids: Uint32Array, { first, end }: WordRange, wanted: Uint32Array): number[] {
  const found: number[] = [];
  for (let start = first; start + wanted.length <= end; start += 1) {
    if (wanted.every((id, index) => ids[start + index] === id)) found.push(start);
  }
  return found;
}

/**
 * Moves changes to the beginning of a block or sentence. If “The yard is closed. The road is open.”
 * loses its first sentence, the first “The” was removed, not the second.
 */
function slideChanges(before: SplitWords, after: SplitWords, places: Int32Array): void {
  let start = 0;
  while (start < places.length) {
    let end = start;
    while (end < places.length && places[end] === -1) end += 1;
    const placeBefore = start === 0 ? -1 : (places[start - 1] ?? -1);
    const placeBehind = end === places.length ? after.ids.length : (places[end] ?? -1);
    if (end > start && placeBehind === placeBefore + 1)
      slideDeletion(before, places, { start, end });
    else if (end === start && placeBehind > placeBefore + 1) {
      slideInsertion(before, after, places, {
        word: start,
        start: placeBefore + 1,
        end: placeBehind,
      });
    }
    start = Math.max(end, start) + 1;
  }
}

function slideDeletion(
  before: SplitWords,
  places: Int32Array,
  { start, end }: { start: number; end: number },
): void {
  const { ids } = before;
  const canGoLeft = (steps: number) =>
    (places[start - steps] ?? -1) !== -1 &&
    (steps === 1 || places[start - steps] === (places[start - steps + 1] ?? 0) - 1) &&
    ids[start - steps] === ids[end - steps];
  const canGoRight = (steps: number) =>
    (places[end + steps - 1] ?? -1) !== -1 &&
    (steps === 1 || places[end + steps - 1] === (places[end + steps - 2] ?? 0) + 1) &&
    ids[start + steps - 1] === ids[end + steps - 1];
  const steps = bestSlide(before, { start, end }, canGoLeft, canGoRight);
  for (let step = 1; step <= -steps; step += 1) {
    places[end - step] = places[start - step] ?? -1;
    places[start - step] = -1;
  }
  for (let step = 0; step < steps; step += 1) {
    places[start + step] = places[end + step] ?? -1;
    places[end + step] = -1;
  }
}

function slideInsertion(
  before: SplitWords,
  after: SplitWords,
  places: Int32Array,
  { word, start, end }: { word: number; start: number; end: number },
): void {
  const { ids } = after;
  const canGoLeft = (steps: number) =>
    places[word - steps] === start - steps && ids[start - steps] === ids[end - steps];
  const canGoRight = (steps: number) =>
    word + steps - 1 < before.ids.length &&
    places[word + steps - 1] === end + steps - 1 &&
    ids[start + steps - 1] === ids[end + steps - 1];
  const steps = bestSlide(after, { start, end }, canGoLeft, canGoRight);
  for (let step = 1; step <= -steps; step += 1) places[word - step] = end - step;
  for (let step = 0; step < steps; step += 1) places[word + step] = start + step;
}

/** Limits the words by which a change is moved. */
const maxSlide = 200;

/** Returns by how many words to move a change: to the right, or to the left if below 0. */
function bestSlide(
  { starting }: SplitWords,
  { start, end }: { start: number; end: number },
  canGoLeft: (steps: number) => boolean,
  canGoRight: (steps: number) => boolean,
): number {
  const scoreOf = (steps: number) => (starting[start + steps] ?? 2) + (starting[end + steps] ?? 2);
  let best = 0;
  for (let steps = 1; steps <= maxSlide && canGoLeft(steps); steps += 1)
    if (scoreOf(-steps) > scoreOf(best)) best = -steps;
  for (let steps = 1; steps <= maxSlide && canGoRight(steps); steps += 1)
    if (scoreOf(steps) > scoreOf(best)) best = steps;
  return best;
}

/** Words of the groups that show a move. */
const groupLength = 4;
/** Sets the least number of words that count as moved. */
const shortestMove = 6;

/**
 * Adds moved words to `places`, if both texts have them once among the changed words, which are -1.
 */
function findMoves(before: Words, after: Words, places: Int32Array): void {
  const [groupsBefore, groupsAfter] = groupWords([before, after], groupLength);
  if (!groupsBefore || !groupsAfter) return;
  const taken = new Uint8Array(after.length);
  for (const place of places) if (place !== -1) taken[place] = 1;
  const isFree = (from: number, to: number) =>
    from >= 0 &&
    to >= 0 &&
    from < before.length &&
    to < after.length &&
    places[from] === -1 &&
    taken[to] === 0;
  const candidates = uniqueFree(groupsAfter, (index) => taken[index] === 0);
  for (const [id, from] of uniqueFree(groupsBefore, (index) => places[index] === -1)) {
    const to = candidates.get(id) ?? -1;
    if (from === -1 || to === -1 || !isFree(from, to)) continue;
    const isSame = (offset: number) =>
      isFree(from + offset, to + offset) && before[from + offset] === after[to + offset];
    let start = 0;
    let end = 0;
    while (isSame(start - 1)) start -= 1;
    while (isSame(end)) end += 1;
    if (end - start < shortestMove) continue;
    for (let offset = start; offset < end; offset += 1) {
      places[from + offset] = to + offset;
      taken[to + offset] = 1;
    }
  }
}

function uniqueFree(groups: Words, isFree: (index: number) => boolean): Map<number, number> {
  const places = new Map<number, number>();
  for (const [index, id] of groups.entries())
    if (isFree(index)) places.set(id, places.has(id) ? -1 : index);
  return places;
}

/** Part of two texts whose words are not aligned yet. */
interface Gap {
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

/** Equal words of both texts, from two indexes on. */
interface Run {
  before: number;
  after: number;
  length: number;
}

/**
 * Lengths of the word groups that anchor the alignment. A long group that is unique is no
 * coincidence.
 */
const groupLengths = [8, 4, 2, 1];
/** Limits the word-by-word comparisons of one gap. */
const maxCells = 250_000;
/** Visits of words for each word of both texts, which bound the work on repetitive texts. */
const visitsPerWord = 200;
/** Limits the words of a run between larger changes that counts as a coincidence. */
const longestAccident = 2;

/**
 * Returns for each word of `before` its index in `after`, or -1: a patience diff by groups that
 * stand once in both texts, then words that were moved together. The work is not quadratic.
 */
function alignWords(before: SplitWords, after: SplitWords): Int32Array {
  const places = alignInOrder({ before: before.ids, after: after.ids });
  dropAccidents(places, after.ids.length);
  slideChanges(before, after, places);
  findMoves(before.ids, after.ids, places);
  return places;
}

function alignInOrder(texts: Texts): Int32Array {
  const { before, after } = texts;
  const places = new Int32Array(before.length).fill(-1);
  const groups = groupLengths.map((length) => ({
    length,
    ids: groupWords([before, after], length),
  }));
  let visitsLeft = visitsPerWord * (before.length + after.length) + maxCells;
  const open: Gap[] = [
    { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length },
  ];
  for (let gap = open.pop(); gap; gap = open.pop()) {
    const rest = trimGap(texts, gap, places);
    const size = rest.beforeEnd - rest.beforeStart + (rest.afterEnd - rest.afterStart);
    visitsLeft -= size * groupLengths.length;
    if (rest.beforeStart === rest.beforeEnd || rest.afterStart === rest.afterEnd || visitsLeft < 0)
      continue;
    const anchors = findAnchors(groups, rest);
    if (anchors.length > 0) open.push(...splitAtAnchors(rest, anchors, places));
    else visitsLeft -= alignSmall(texts, rest, places);
  }
  return places;
}

interface Texts {
  before: Words;
  after: Words;
}

function trimGap({ before, after }: Texts, gap: Gap, places: Int32Array): Gap {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = gap;
  while (
    beforeStart < beforeEnd &&
    afterStart < afterEnd &&
    before[beforeStart] === after[afterStart]
  ) {
    places[beforeStart++] = afterStart++;
  }
  while (
    beforeStart < beforeEnd &&
    afterStart < afterEnd &&
    before[beforeEnd - 1] === after[afterEnd - 1]
  ) {
    places[--beforeEnd] = --afterEnd;
  }
  return { beforeStart, beforeEnd, afterStart, afterEnd };
}

type Groups = readonly { length: number; ids: Words[] }[];

/**
 * Finds the longest groups that stand once in both parts of a gap, in an order that both texts
 * have.
 */
function findAnchors(groups: Groups, { beforeStart, beforeEnd, afterStart, afterEnd }: Gap): Run[] {
  for (const { length, ids } of groups) {
    const [before, after] = ids;
    if (!before || !after) continue;
    const inAfter = uniquePlaces(after, afterStart, afterEnd - length + 1);
    const anchors: Run[] = [];
    for (const [id, place] of uniquePlaces(before, beforeStart, beforeEnd - length + 1)) {
      const other = inAfter.get(id) ?? -1;
      if (place !== -1 && other !== -1) anchors.push({ before: place, after: other, length });
    }
    if (anchors.length > 0) return longestAscending(anchors);
  }
  return [];
}

/** Returns the index of each group in a range; -1 if it stands there several times. */
function uniquePlaces(ids: Words, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let index = start; index < end; index += 1) {
    const id = ids[index] ?? 0;
    places.set(id, places.has(id) ? -1 : index);
  }
  return places;
}

/** Keeps the most anchors that ascend in both texts (the longest increasing subsequence). */
function longestAscending(anchors: Run[]): Run[] {
  const sorted = anchors.toSorted((a, b) => a.before - b.before);
  const ends: number[] = [];
  const previous = new Int32Array(sorted.length).fill(-1);
  for (const [index, { after }] of sorted.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[ends[middle] ?? 0]?.after ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const kept: Run[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) {
    const anchor = sorted[index];
    if (anchor) kept.push(anchor);
  }
  return kept.reverse();
}

function splitAtAnchors(gap: Gap, anchors: Run[], places: Int32Array): Gap[] {
  const gaps: Gap[] = [];
  let { beforeStart, afterStart } = gap;
  for (const { before, after, length } of anchors) {
    // The group of the anchor before may reach into this one.
    const covered = Math.max(0, beforeStart - before, afterStart - after);
    if (covered >= length || (covered > 0 && beforeStart - before !== afterStart - after)) continue;
    for (let index = covered; index < length; index += 1) places[before + index] = after + index;
    const [beforeEnd, afterEnd] = [before + covered, after + covered];
    if (beforeEnd > beforeStart || afterEnd > afterStart)
      gaps.push({ beforeStart, beforeEnd, afterStart, afterEnd });
    beforeStart = before + length;
    afterStart = after + length;
  }
  gaps.push({ ...gap, beforeStart, afterStart });
  return gaps;
}

/**
 * Aligns the most words of a small gap that keep their order. Returns the number of comparisons.
 */
function alignSmall({ before, after }: Texts, gap: Gap, places: Int32Array): number {
  const { beforeStart, afterStart } = gap;
  const [rows, columns] = [gap.beforeEnd - beforeStart, gap.afterEnd - afterStart];
  if (rows * columns > maxCells) return 0;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  const isSame = (row: number, column: number) =>
    before[beforeStart + row] === after[afterStart + column];
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (isSame(row, column)) places[beforeStart + row++] = afterStart + column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return rows * columns;
}

/** Removes runs of a few words between changes that are larger than they. */
function dropAccidents(places: Int32Array, afterLength: number): void {
  const runs = listRuns(places);
  for (const [index, { before, after, length }] of runs.entries()) {
    if (length > longestAccident) continue;
    const last = runs[index - 1];
    const next = runs[index + 1];
    const changedBefore = Math.max(before - endOf(last, 'before'), after - endOf(last, 'after'));
    const changedAfter = Math.max(
      (next?.before ?? places.length) - before - length,
      (next?.after ?? afterLength) - after - length,
    );
    if (Math.min(changedBefore, changedAfter) > 2 * length)
      places.fill(-1, before, before + length);
  }
}

const endOf = (run: Run | undefined, side: 'before' | 'after'): number =>
  run ? run[side] + run.length : 0;

function listRuns(places: Int32Array): Run[] {
  const runs: Run[] = [];
  for (const [before, after] of places.entries()) {
    if (after === -1) continue;
    const last = runs.at(-1);
    if (last && last.before + last.length === before && last.after + last.length === after)
      last.length += 1;
    else runs.push({ before, after, length: 1 });
  }
  return runs;
}
