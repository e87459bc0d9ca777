import type { ClaimFindings } from '../check-claim.ts';
import { alignClaim } from '../rules/align.ts';
import type { OpenQuestion } from './ask-judge.ts';

/** From this share of a claim's words in one sentence of its passages, the claim repeats it. */
const repeats = 0.95;

/** Returns true for a claim whose meaning is not in question: a computed figure, or the passage's own words. */
export function isCertain({ derivation, view }: ClaimFindings): boolean {
  // The rest of a hundred percent is computed, but what it is the rest of is a question of meaning.
  if (derivation !== null) return !/^100 - a$|^\d+$|^[ab] - [ab]$/.test(derivation.expression);
  return (alignClaim(view)?.share ?? 0) >= repeats;
}

/** Makes the question for a judge from a claim and its passages. */
export function toQuestion({ view }: ClaimFindings): OpenQuestion {
  const cited = view.passages.map(({ title, text }) => ({ source: title, words: text }));
  const wider = view.passages.map(({ title, context }) => ({ source: title, words: context }));
  const tables = view.tables.map(({ table }) => ({
    source: view.passages[0]?.title ?? '',
    words: [table.columns.join(' | '), ...table.rows.slice(0, 60).map(({ texts }) => texts.join(' | '))].join('\n'),
  }));
  return { claim: view.text, cited: [...cited, ...(cited.length === 0 ? tables : [])], wider: [...wider, ...tables] };
}
