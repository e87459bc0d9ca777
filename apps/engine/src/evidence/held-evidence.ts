import { isOpen } from '@ecp/contract/values/count-citations';
import type { CheckedDeliverable } from './check-deliverable.ts';

/**
 * Counts what a checked document says rightly: each verified or computed figure by its value, each number of a sentence
 * that holds, and each footnote that holds by its source and words. A repair may change the sentences around them, but
 * must keep all of it (contract 9).
 */
function countHeld({ citations, figures }: CheckedDeliverable): Map<string, number> {
  const open = new Set(citations.filter(isOpen).map(({ claim }) => claim));
  const sentences = new Set(citations.map(({ claim }) => claim).filter((claim) => !open.has(claim)));
  const held = [
    ...[...sentences].flatMap((sentence) => readNumbers(sentence).map((number) => `number ${number}`)),
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

/** Returns the numbers of a sentence by their digits, so that another grouping is the same number. */
function readNumbers(sentence: string): string[] {
  const numbers = sentence.match(/\d(?:[\d.,’'\u00a0\u202f]*\d)?/g) ?? [];
  return numbers.map((number) => number.replace(/\D/g, ''));
}
