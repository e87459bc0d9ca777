import type { Passage } from '../material/passage.ts';
import { countShared, overlap } from '../text/compare-stems.ts';
import type { RankedPassage } from './rank-passages.ts';

const maxOverlap = 0.55;

/**
 * Takes the best passages that do not say the same thing twice.
 * @param ranked best first
 * @param taken passages that the document already uses; they and their near copies are left out
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

/** True when two passages share most of their words and have the same numbers. */
function isNearCopy(a: RankedPassage, b: RankedPassage): boolean {
  if (a.passage === b.passage) return true;
  const [first, second] = [readTraits(a.passage), readTraits(b.passage)];
  if (first.numbers !== second.numbers) return false;
  return countShared(first.stems, second.stems) >= 3 && overlap(first.stems, second.stems) > maxOverlap;
}

/** Returns the passages in reading order. */
export function sortByReading(ranked: RankedPassage[]): RankedPassage[] {
  return [...ranked].sort((a, b) => a.passage.order - b.passage.order);
}

/** The properties by which passages are compared. */
interface Traits {
  stems: ReadonlySet<string>;
  /** Its digits, in order. */
  numbers: string;
}

const traits = new WeakMap<Passage, Traits>();

/** Returns the traits of a passage, which are read once because the passage is compared with many others. */
function readTraits(passage: Passage): Traits {
  const numbers = () => passage.text.replace(/[^\p{Nd}]+/gu, ' ').trim();
  const known = traits.get(passage) ?? { stems: new Set(passage.stems), numbers: numbers() };
  traits.set(passage, known);
  return known;
}
