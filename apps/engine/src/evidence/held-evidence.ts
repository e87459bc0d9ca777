import { isOpen } from '@ecp/contract/values/citations';
import type { CheckedDeliverable } from './check-deliverable.ts';

/**
 * Counts what a checked document says rightly: each verified or computed figure by its value, and each footnote that holds by
 * its source and words. A repair may change the sentences around them, but must keep all of it (contract 9).
 */
function countHeld({ citations, figures }: CheckedDeliverable): Map<string, number> {
  const held = [
    ...figures.filter((figure) => !isOpen(figure)).map(({ value }) => `figure ${Number(value.toPrecision(12))}`),
    ...citations
      .filter((citation) => citation.footnote !== null && !isOpen(citation))
      .map(({ source, quote }) => JSON.stringify(['footnote', source.title, source.location, quote])),
  ];
  const counts = new Map<string, number>();
  for (const key of held) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Returns true if a repaired document has fewer open statements than before, and everything that was right. */
export function isBetter(repaired: CheckedDeliverable, before: CheckedDeliverable): boolean {
  if (repaired.citations.filter(isOpen).length >= before.citations.filter(isOpen).length) return false;
  const after = countHeld(repaired);
  return [...countHeld(before)].every(([key, count]) => (after.get(key) ?? 0) >= count);
}
