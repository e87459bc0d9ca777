import { findMoves } from './find-moves.ts';
import { slideChanges } from './slide-changes.ts';
import type { SplitWords } from './split-words.ts';
import { groupWords, type Words } from './word-groups.ts';

/** Part of two texts whose words are not aligned yet. */
interface Gap {
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

/** Words of both texts that are the same, from two places on. */
interface Run {
  before: number;
  after: number;
  length: number;
}

/** Lengths of the word groups that anchor the alignment. A long group that stands once in both texts is no accident. */
const groupLengths = [8, 4, 2, 1];
/** Most comparisons of one gap that are made word by word. */
const maxCells = 250_000;
/** Visits of words for each word of both texts, which bound the work on texts that repeat themselves. */
const visitsPerWord = 200;
/** A run of so few words between larger changes is an accident. */
const longestAccident = 2;

/**
 * Aligns the words of two versions of a text. Returns for each word of `before` its place in `after`, or -1 if it went.
 * First come words in their order, by groups that stand once in both texts (a patience diff); then words that were moved
 * together. The work grows with the length of the texts, not with its square (CMT-6).
 */
export function alignWords(before: SplitWords, after: SplitWords): Int32Array {
  const places = alignInOrder({ before: before.ids, after: after.ids });
  dropAccidents(places, after.ids.length);
  slideChanges(before, after, places);
  findMoves(before.ids, after.ids, places);
  return places;
}

function alignInOrder(texts: Texts): Int32Array {
  const { before, after } = texts;
  const places = new Int32Array(before.length).fill(-1);
  const groups = groupLengths.map((length) => ({ length, ids: groupWords([before, after], length) }));
  let visitsLeft = visitsPerWord * (before.length + after.length) + maxCells;
  const open: Gap[] = [{ beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length }];
  for (let gap = open.pop(); gap; gap = open.pop()) {
    const rest = trimGap(texts, gap, places);
    const size = rest.beforeEnd - rest.beforeStart + (rest.afterEnd - rest.afterStart);
    visitsLeft -= size * groupLengths.length;
    if (rest.beforeStart === rest.beforeEnd || rest.afterStart === rest.afterEnd || visitsLeft < 0) continue;
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

/** Aligns the equal words at both ends of a gap and returns the rest. */
function trimGap({ before, after }: Texts, gap: Gap, places: Int32Array): Gap {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = gap;
  while (beforeStart < beforeEnd && afterStart < afterEnd && before[beforeStart] === after[afterStart]) {
    places[beforeStart++] = afterStart++;
  }
  while (beforeStart < beforeEnd && afterStart < afterEnd && before[beforeEnd - 1] === after[afterEnd - 1]) {
    places[--beforeEnd] = --afterEnd;
  }
  return { beforeStart, beforeEnd, afterStart, afterEnd };
}

type Groups = readonly { length: number; ids: Words[] }[];

/** Finds the longest groups that stand once in both parts of a gap, in an order that both texts have. */
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

/** Returns the place of each group in a range; -1 if it stands there several times. */
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

/** Aligns the words of the anchors and returns the gaps between them. */
function splitAtAnchors(gap: Gap, anchors: Run[], places: Int32Array): Gap[] {
  const gaps: Gap[] = [];
  let { beforeStart, afterStart } = gap;
  for (const { before, after, length } of anchors) {
    // The group of the anchor before may reach into this one.
    const covered = Math.max(0, beforeStart - before, afterStart - after);
    if (covered >= length || (covered > 0 && beforeStart - before !== afterStart - after)) continue;
    for (let index = covered; index < length; index += 1) places[before + index] = after + index;
    const [beforeEnd, afterEnd] = [before + covered, after + covered];
    if (beforeEnd > beforeStart || afterEnd > afterStart) gaps.push({ beforeStart, beforeEnd, afterStart, afterEnd });
    beforeStart = before + length;
    afterStart = after + length;
  }
  gaps.push({ ...gap, beforeStart, afterStart });
  return gaps;
}

/** Aligns the most words of a small gap that keep their order. Returns the number of comparisons. */
function alignSmall({ before, after }: Texts, gap: Gap, places: Int32Array): number {
  const { beforeStart, afterStart } = gap;
  const [rows, columns] = [gap.beforeEnd - beforeStart, gap.afterEnd - afterStart];
  if (rows * columns > maxCells) return 0;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  const isSame = (row: number, column: number) => before[beforeStart + row] === after[afterStart + column];
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

/** Takes back runs of a few words that stand alone between changes that are larger than they. */
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
    if (Math.min(changedBefore, changedAfter) > 2 * length) places.fill(-1, before, before + length);
  }
}

const endOf = (run: Run | undefined, side: 'before' | 'after'): number => (run ? run[side] + run.length : 0);

function listRuns(places: Int32Array): Run[] {
  const runs: Run[] = [];
  for (const [before, after] of places.entries()) {
    if (after === -1) continue;
    const last = runs.at(-1);
    if (last && last.before + last.length === before && last.after + last.length === after) last.length += 1;
    else runs.push({ before, after, length: 1 });
  }
  return runs;
}
