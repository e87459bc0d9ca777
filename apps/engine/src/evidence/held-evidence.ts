import { isOpen } from '@ecp/contract/values/citation-counts';
import type { CheckedDeliverable } from './check-deliverable.ts';

/**
 * Lists what a checked document says rightly, by a key and the words that say it: each right figure by its value, each
 * number of a sentence that holds, and each of its footnotes by source and words.
 */
function listHeld({ citations, figures }: CheckedDeliverable): { key: string; text: string }[] {
  const open = new Set(citations.filter(isOpen).map(({ claim }) => claim));
  const sentences = new Set(citations.map(({ claim }) => claim).filter((claim) => !open.has(claim)));
  return [
    ...[...sentences].flatMap((sentence) =>
      readNumbers(sentence).map((text) => ({ key: `number ${text.replace(/\D/g, '')}`, text })),
    ),
    ...figures
      .filter((figure) => !isOpen(figure))
      .map(({ value, text }) => ({ key: `figure ${Number(value.toPrecision(12))}`, text })),
    ...citations
      .filter((citation) => citation.footnote !== null && !isOpen(citation) && !open.has(citation.claim))
      .map(({ source, quote, claim }) => ({
        key: JSON.stringify(['footnote', source.title, source.location, quote]),
        text: claim,
      })),
  ];
}

/** Lists the words of what one version of a document says rightly and another one lacks (contract 9). */
export function listLost(before: CheckedDeliverable, after: CheckedDeliverable): string[] {
  const counts = new Map<string, number>();
  for (const { key } of listHeld(after)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return listHeld(before).flatMap(({ key, text }) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left > 0 ? [] : [text];
  });
}

/** Returns the numbers of a sentence as it writes them. */
function readNumbers(sentence: string): string[] {
  return sentence.match(/\d(?:[\d.,’'\u00a0\u202f]*\d)?/g) ?? [];
}
