import type { BaseDocument, BaseUnit } from '../markdown/base-document.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { alignSequences } from './align-sequences.ts';
import { gapsOf } from './match-notes.ts';

/**
 * Lays the text that a Word file shows over the whole text of its version: the items are those of the shown text, the
 * bytes those of the whole one, and what is not shown (what is the team's) is hidden between them (WRD-6). Both texts
 * have their blocks in the same order; a shown block may differ by a title in the place of a filename.
 */
export function layOver(shown: string, whole: string): BaseDocument {
  const top = readMarkdown(shown);
  if (shown === whole) return top;
  const below = readMarkdown(whole);
  const places = findPlaces(top.units, below.units);
  if (places === null) return top;
  const unitAt = new Map(places.map((place, unit) => [place, unit]));
  const units = below.units.map((unit, place): BaseUnit => {
    const over = top.units[unitAt.get(place) ?? -1];
    return over ? { ...over, source: unit.source, note: over.note ?? unit.note } : { ...unit, items: 0 };
  });
  const items = top.items.map(({ origin, ...item }) => {
    const { source, ...rest } = origin;
    const isSame = top.units[item.unit]?.source.trim() === units[places[item.unit] ?? -1]?.source.trim();
    return { ...item, unit: places[item.unit] ?? item.unit, origin: isSame ? origin : rest };
  });
  return { ...top, front: below.front, units, items };
}

/** Finds the place of each shown block among all blocks, in their order; null if there is none for one. */
function findPlaces(shown: readonly BaseUnit[], whole: readonly BaseUnit[]): number[] | null {
  const [above, below] = [shown, whole].map((units) => units.map(({ source }) => source.trim()));
  if (!above || !below) return null;
  const pairs = alignSequences(above, below);
  const places = new Map(pairs);
  for (const { left, right } of gapsOf(pairs, above.length, below.length)) {
    let from = right[0];
    for (let unit = left[0]; unit < left[1]; unit += 1) {
      const last = right[1] - (left[1] - unit) + 1;
      const candidates = Array.from({ length: Math.max(0, last - from) }, (_, offset) => from + offset);
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
