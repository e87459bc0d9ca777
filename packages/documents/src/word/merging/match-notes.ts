import type { BaseDocument } from '../markdown/base-document.ts';
import { signItem } from '../model/sign-item.ts';
import type { WordItem } from '../model/word-item.ts';
import { alignSequences } from './align-sequences.ts';

/** The notes of a Word file under their labels in the markdown. */
export interface MatchedNotes {
  /** Labels by the keys of the file. */
  labels: Map<string, string>;
  /** Texts of the notes whose words changed, and of new ones, by their labels. */
  changed: Map<string, WordItem[]>;
}

/**
 * Finds the label of each note of a file by its words and its order. A note with new words between the same neighbours
 * keeps its label; others are new and get free numbers.
 */
export function matchNotes(
  base: BaseDocument,
  file: { references: readonly string[]; notes: ReadonlyMap<string, WordItem[]> },
): MatchedNotes {
  const signOf = (items: readonly WordItem[] | undefined) => JSON.stringify((items ?? []).map(signItem));
  const baseSigns = new Map([...base.notes].map(([label, { items }]) => [label, signOf(items)]));
  const before = base.references.map((label) => baseSigns.get(label) ?? '');
  const after = file.references.map((key) => signOf(file.notes.get(key)));
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
      if (same === undefined) changed.set(label, file.notes.get(key) ?? []);
    }
  }
  return { labels, changed };
}

interface Gap {
  left: [number, number];
  right: [number, number];
}

/** Lists what lies between the pairs of two sequences. */
export function gapsOf(pairs: readonly [number, number][], leftLength: number, rightLength: number): Gap[] {
  const gaps: Gap[] = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...pairs, [leftLength, rightLength] as const]) {
    if (nextLeft > left || nextRight > right) gaps.push({ left: [left, nextLeft], right: [right, nextRight] });
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return gaps;
}

function nextNumber(used: readonly string[]): number {
  const numbers = used.map(Number).filter((number) => Number.isSafeInteger(number) && number > 0);
  return numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
}
