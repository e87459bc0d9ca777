import { findPossibilities } from '@ecp/language/meaning/modal-words';
import { findDenials, findNegations } from '@ecp/language/meaning/polarity-words';
import { findPartials } from '@ecp/language/meaning/scope-words';
import type { Rule } from './rule.ts';

/** From this share of common words a claim repeats its passage, so that a "not" more or less turns it. */
const sureShare = 0.6;
const minShare = 0.34;

/** A negation that is dropped or added: one of claim and passage denies, the other has no word that could. */
export const findNegation: Rule = ({ aligned, figures }) => {
  if (aligned === null || aligned.share < minShare || figures.derivation !== null) return null;
  const { claim, passage } = aligned;
  const language = claim.language;
  const [told, said] = [findNegations(claim.text, language).length, findNegations(passage.text, language).length];
  if (told > 0 === said > 0) return null;
  // "Cannot be ruled out" denies twice.
  const denying = told > 0 ? claim : passage;
  if (findDenials(denying.text, language).length > 0 || findPossibilities(passage.text, language).length > 0)
    return null;
  const other = told > 0 ? passage : claim;
  const softer = findDenials(other.text, language).length + (told > 0 ? findPartials(other.text, language).length : 0);
  if (softer > 0) return null;
  return { fault: { kind: 'negation' }, isSure: aligned.share >= sureShare };
};
