import { splitWords } from '../../domain/markdown/diff-words.ts';
import type { ComparedBlock } from './split-blocks.ts';

/** Two blocks of which one replaced the other, or one block that was removed or added. */
export interface Pair {
  before: ComparedBlock | null;
  after: ComparedBlock | null;
}

/** From this share of common words on, a block counts as the new form of another. */
const likeness = 0.4;
/** Beyond this number of pairs, pairs are not scored one by one. */
const maxPairs = 60_000;

/** Pairs removed blocks with the blocks that replaced them, in order, by their common words. */
export function alignBlocks(removed: readonly ComparedBlock[], added: readonly ComparedBlock[]): Pair[] {
  const onlyRemoved = removed.map((before): Pair => ({ before, after: null }));
  const onlyAdded = added.map((after): Pair => ({ before: null, after }));
  if (removed.length === 0 || added.length === 0 || removed.length * added.length > maxPairs) {
    return [...onlyRemoved, ...onlyAdded];
  }
  const best = weigh(removed, added);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length || j < added.length) {
    const cell = best.at(i, j);
    const [before = null, after = null] = [removed[i], added[j]];
    if (cell === 'pair') pairs.push({ before, after });
    else pairs.push(cell === 'removed' ? { before, after: null } : { before: null, after });
    if (cell !== 'added') i += 1;
    if (cell !== 'removed') j += 1;
  }
  return pairs;
}

/** Finds, from the end, the pairing with the highest total likeness. `at` returns the next step of it. */
function weigh(removed: readonly ComparedBlock[], added: readonly ComparedBlock[]) {
  const width = added.length + 1;
  const total = new Float64Array((removed.length + 1) * width);
  const steps = new Uint8Array(total.length);
  const [mine, theirs] = [removed.map(wordsOf), added.map(wordsOf)];
  for (let i = removed.length - 1; i >= 0; i -= 1) {
    for (let j = added.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      const like = compare(removed[i], added[j], mine[i], theirs[j]);
      const pair = like >= likeness ? like + (total[here + width + 1] ?? 0) : -1;
      const down = total[here + width] ?? 0;
      const right = total[here + 1] ?? 0;
      total[here] = Math.max(pair, down, right);
      steps[here] = pair >= down && pair >= right ? 1 : down >= right ? 2 : 3;
    }
  }
  return {
    at(i: number, j: number): 'pair' | 'removed' | 'added' {
      if (i === removed.length) return 'added';
      if (j === added.length) return 'removed';
      const step = steps[i * width + j];
      return step === 1 ? 'pair' : step === 2 ? 'removed' : 'added';
    },
  };
}

const wordsOf = (block: ComparedBlock) =>
  new Set(splitWords(block.texts.join(' ').toLowerCase()).filter((part) => part.trim() !== ''));

/** Returns the share of common words. Only blocks of one kind match, and only rows with the same number of cells. */
function compare(
  a?: ComparedBlock,
  b?: ComparedBlock,
  mine?: ReadonlySet<string>,
  theirs?: ReadonlySet<string>,
): number {
  if (!a || !b || !mine || !theirs || a.kind !== b.kind || a.texts.length !== b.texts.length) return 0;
  const sum = mine.size + theirs.size;
  if (sum === 0) return 1;
  let common = 0;
  for (const word of mine) if (theirs.has(word)) common += 1;
  return (2 * common) / sum;
}
