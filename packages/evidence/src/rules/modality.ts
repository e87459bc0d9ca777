import { findIntentions, findOpenOutcomes, findPossibilities } from '@ecp/language/meaning/modal-words';
import { findEstimates, findProposals } from '@ecp/language/meaning/speech-words';
import type { Rule } from './rule.ts';

const minShare = 0.4;
const minWords = 2;

/** Verb forms that tell what an option would do. */
const conditional = /(?<!\p{L})(?:would|würden?|\p{L}+r(?:ait|aient)|\p{L}+rían?)(?!\p{L})/iu;

/**
 * A possibility or a plan that is told as a fact: the passage says "may", "would" or "plans to", the claim says
 * neither.
 */
export const findModality: Rule = ({ aligned, view, figures }) => {
  if (aligned === null || aligned.share < minShare || aligned.claim.words.length < minWords) return null;
  const { claim, passage } = aligned;
  const language = claim.language;
  const isOpen = (text: string) => findPossibilities(text, language).length > 0;
  const isPlanned = (text: string) => findIntentions(text, language).length > 0;
  // The brief's wishes and plans are what the document is about.
  if (
    figures.derivation !== null ||
    aligned.view.kind === 'brief' ||
    findOpenOutcomes(passage.text, language).length === 0
  )
    return null;
  if (isOpen(view.text) || findEstimates(view.text, language).length > 0) return null;
  if (isPlanned(view.text)) {
    // "will" for "may" is a fact about the future.
    if (!isOpen(passage.text) || isPlanned(passage.text)) return null;
    return { fault: { kind: 'modality' }, isSure: false };
  }
  if (findProposals(view.text, language).length > 0) return null;
  // The figure of an option that is discussed is the right one: "would cost 40" told as "costs 40".
  const isExact = figures.held.some(({ figure }) => figure.form === 'digits' && figure.kind !== 'year');
  return { fault: { kind: 'modality' }, isSure: false, isWeak: isExact && conditional.test(passage.text) };
};
