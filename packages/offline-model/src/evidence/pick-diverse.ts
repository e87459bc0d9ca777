import type { Passage } from '../material/passage.ts';
import type { RankedPassage } from './rank-passages.ts';

const maxOverlap = 0.55;

/**
 * Takes the best passages that do not say the same thing twice.
 * @param ranked best first
 * @param taken passages that are already used: neither they nor near copies of them are taken again
 */
export function pickDiverse(ranked: RankedPassage[], limit: number, taken: RankedPassage[] = []): RankedPassage[] {
  const chosen: RankedPassage[] = [];
  for (const candidate of ranked) {
    if (chosen.length >= limit) break;
    const repeats = [...taken, ...chosen].some((other) => isNearCopy(candidate, other));
    if (!repeats) chosen.push(candidate);
  }
  return chosen;
}

/** Returns the digits of a passage, in order. */
const readNumbers = ({ text }: Passage) => text.replace(/[^\p{Nd}]+/gu, ' ').trim();

/** True when two passages share most of their words and have the same numbers. */
function isNearCopy(a: RankedPassage, b: RankedPassage): boolean {
  if (a.passage === b.passage) return true;
  if (readNumbers(a.passage) !== readNumbers(b.passage)) return false;
  const first = readStemSet(a.passage);
  const second = readStemSet(b.passage);
  let shared = 0;
  for (const stem of first) if (second.has(stem)) shared += 1;
  return shared / Math.max(1, Math.min(first.size, second.size)) > maxOverlap && shared >= 3;
}

/** Returns the passages in reading order. */
export function sortByReading(ranked: RankedPassage[]): RankedPassage[] {
  return [...ranked].sort((a, b) => a.passage.order - b.passage.order);
}

const stemSets = new WeakMap<Passage, ReadonlySet<string>>();

/** Returns the set of stems of a passage, which is made once because the passage is compared with many others. */
function readStemSet(passage: Passage): ReadonlySet<string> {
  const set = stemSets.get(passage) ?? new Set(passage.stems);
  stemSets.set(passage, set);
  return set;
}
