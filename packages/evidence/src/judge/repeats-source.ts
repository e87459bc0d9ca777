import { splitSentences } from '@ecp/language/split-sentences';
import type { ClaimView } from '../claim-view.ts';

const token = /[\p{L}\p{N}%€$£¥]+/gu;

/** Words and numbers of a text in one spelling, with a bound around each. */
const spell = (text: string): string => ` ${(text.toLowerCase().match(token) ?? []).join(' ')} `;

/**
 * Returns true for a claim that repeats a whole sentence of its passages word for word. The small words count: "not",
 * "may", "more" and "after" are no content words, but turn what a sentence says.
 */
export function repeatsSource({ claim, passages }: ClaimView): boolean {
  const told = spell(claim.stretch);
  if (told.trim() === '') return true;
  return passages.some(
    ({ text, row }) => row === null && [text, ...splitSentences(text)].some((sentence) => spell(sentence) === told),
  );
}
