import type { Derivation } from '@ecp/contract/values/citations';
import { findOpenOutcomes } from '@ecp/language/meaning/modal-words';
import { findNegations } from '@ecp/language/meaning/polarity-words';
import type { ClaimFindings } from '../check-claim.ts';
import type { ClaimView } from '../claim-view.ts';
import { nounsOf, perNouns, sharesNoun } from '../derive/counted-nouns.ts';
import type { OpenQuestion } from './ask-judge.ts';
import { repeatsSource } from './repeats-source.ts';

/** Returns true for a claim whose meaning is not in question: a computed figure, or the passage's own words. */
export function isCertain({ derivation, view }: ClaimFindings): boolean {
  if (derivation === null) return repeatsSource(view);
  // The rest of a hundred percent is computed, but what it is the rest of is a question of meaning.
  return (
    !/^100 - a$|^\d+$|^[ab] - [ab]$/.test(derivation.expression) && !dropsDoubt(view) && !isPerUnknown(view, derivation)
  );
}

/**
 * Returns true for an amount per unit whose unit the sentence calls otherwise than its passage: 5.25 "per employee" of a
 * number of meals, or "per lunch".
 */
function isPerUnknown({ text: sentence, language, passages, tables }: ClaimView, derivation: Derivation): boolean {
  if (!/^b \/ a(?!\d)/.test(derivation.expression)) return false;
  const told = perNouns({ sentence, language });
  const [count] = derivation.inputs;
  if (told.size === 0 || !count) return false;
  const cells = tables.flatMap(({ table }) => table.rows.flatMap(({ figures }) => figures.flatMap((one) => one ?? [])));
  const known = [...passages.flatMap(({ figures }) => figures), ...cells].filter(({ value }) => value === count.value);
  const context = passages.map(({ text }) => text).join('\n');
  return !known.some((figure) =>
    sharesNoun(told, nounsOf({ figure, citation: null, origin: 'passage' }, { context, language })),
  );
}

/** Returns true if the passages say that something may be, is planned or is not, and the claim has no word of that. */
function dropsDoubt({ text, language, passages }: ClaimView): boolean {
  const cues = [findOpenOutcomes, findNegations];
  return cues.some(
    (find) =>
      passages.some((passage) => find(passage.text, passage.language).length > 0) && find(text, language).length === 0,
  );
}

/** Makes the question for a judge from a claim and its passages. */
export function toQuestion({ view, fault }: ClaimFindings): OpenQuestion {
  const cited = view.passages.map(({ title, text }) => ({ source: title, words: text }));
  const wider = view.passages.map(({ title, context }) => ({ source: title, words: context }));
  const tables = view.tables.map(({ table }) => ({
    source: view.passages[0]?.title ?? '',
    words: [table.columns.join(' | '), ...table.rows.slice(0, 60).map(({ texts }) => texts.join(' | '))].join('\n'),
  }));
  return {
    ...{ claim: view.text, isSuspected: fault !== null },
    ...{ cited: [...cited, ...(cited.length === 0 ? tables : [])], wider: [...wider, ...tables] },
  };
}
