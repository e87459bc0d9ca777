import { diffArrays } from 'diff';
import { countWords, diffWords, type Segment } from '../../domain/markdown/diff-words.ts';
import { alignBlocks, type Pair } from './align-blocks.ts';
import { type ComparedBlock, splitBlocks } from './split-blocks.ts';

/** The change of a block between the two versions. */
export type Row =
  | { kind: 'same'; before: ComparedBlock; after: ComparedBlock }
  | { kind: 'removed'; before: ComparedBlock }
  | { kind: 'added'; after: ComparedBlock }
  /** `parts` holds the segments of each text of the block. */
  | { kind: 'changed'; before: ComparedBlock; after: ComparedBlock; parts: Segment[][] };

export interface TextComparison {
  rows: Row[];
  wordsAdded: number;
  wordsRemoved: number;
}

/** Time limit of the search for a small difference. Beyond it all blocks count as changed and pair by likeness. */
const searchLimitMs = 2_000;

/** Compares two markdown texts block by block, and changed blocks word by word. */
export function compareTexts(before: string, after: string): TextComparison {
  const [old, young] = [splitBlocks(before), splitBlocks(after)];
  const changes = diffArrays(old.map(keyOf), young.map(keyOf), { timeout: searchLimitMs });
  const rows = changes ? readChanges(changes, old, young) : alignBlocks(old, young).map(toRow);
  const count = (kind: Segment['kind']) => rows.reduce((sum, row) => sum + countIn(row, kind), 0);
  return { rows, wordsAdded: count('added'), wordsRemoved: count('removed') };
}

/** Ignores the numbers of list items. Otherwise one more item at the top would change all of them. */
const keyOf = ({ kind, level, texts }: ComparedBlock) =>
  JSON.stringify([kind, kind === 'heading' ? level : 0, ...texts]);

interface Change {
  added: boolean;
  removed: boolean;
  count: number;
}

function readChanges(
  changes: readonly Change[],
  old: readonly ComparedBlock[],
  young: readonly ComparedBlock[],
): Row[] {
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  let [gone, come]: [ComparedBlock[], ComparedBlock[]] = [[], []];
  const settle = () => {
    for (const pair of alignBlocks(gone, come)) rows.push(toRow(pair));
    [gone, come] = [[], []];
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) settle();
    for (let step = 0; step < count; step += 1) {
      const [before, after] = [old[i], young[j]];
      if (added && after) come.push(after);
      else if (removed && before) gone.push(before);
      else if (before && after) rows.push({ kind: 'same', before, after });
      if (!added) i += 1;
      if (!removed) j += 1;
    }
  }
  settle();
  return rows;
}

function toRow({ before, after }: Pair): Row {
  if (before && after) {
    const parts = before.texts.map((text, index) => diffWords(text, after.texts[index] ?? ''));
    return { kind: 'changed', before, after, parts };
  }
  if (before) return { kind: 'removed', before };
  if (after) return { kind: 'added', after };
  throw new Error('A pair holds at least one block');
}

function countIn(row: Row, kind: Segment['kind']): number {
  if (row.kind === 'changed') {
    const texts = row.parts.flat().filter((segment) => segment.kind === kind);
    return texts.reduce((sum, { text }) => sum + countWords(text), 0);
  }
  if (row.kind !== kind) return 0;
  const block = row.kind === 'added' ? row.after : row.kind === 'removed' ? row.before : undefined;
  return countWords(block?.texts.join(' ') ?? '');
}
