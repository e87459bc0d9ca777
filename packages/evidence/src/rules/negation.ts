import { findPossibilities } from '@ecp/language/meaning/modal-words';
import { findDenials, findNegations } from '@ecp/language/meaning/polarity-words';
import { findPartials } from '@ecp/language/meaning/scope-words';
import { type Reading, readWords } from '../claim-view.ts';
import type { Rule } from './rule.ts';

/**
 * A claim that shares at least this part of its words repeats its passage, so an added or dropped "not" reverses it.
 */
const sureShare = 0.6;
const minShare = 0.34;

const joint = /[,;:–—、]|(?<!\p{L})(?:and|but|while|und|aber|während|et|mais|tandis que|y|pero|mientras)(?!\p{L})/u;

/**
 * Returns the clause of a passage that has most of what the claim shares with it; the whole passage if no clause has.
 */
function nearestClause(claim: Reading, passage: Reading): string {
  const stems = new Set(claim.words.map(({ stem }) => stem));
  const count = (text: string) => readWords(text, passage.language).words.filter(({ stem }) => stems.has(stem)).length;
  const all = count(passage.text);
  return passage.text.split(joint).find((clause) => count(clause) >= all) ?? passage.text;
}

/** A negation that is dropped or added: one of claim and passage denies, the other has no word that could. */
export const findNegation: Rule = ({ aligned, figures, view }) => {
  if (aligned === null || aligned.share < minShare || figures.derivation !== null) return null;
  const { claim } = aligned;
  const passage = { text: nearestClause(aligned.claim, aligned.passage) };
  const language = claim.language;
  const count = (text: string) => findNegations(text, language).length;
  // Quoted words count as the claim's own.
  const quoted = view.claim.quotes.map(({ words }) => words).join(' ');
  const [told, said] = [count(claim.text) + count(quoted), count(passage.text)];
  if (told > 0 === said > 0) return null;
  // "Cannot be ruled out" denies twice.
  const denying = told > 0 ? claim : passage;
  if (findDenials(denying.text, language).length > 0 || findPossibilities(passage.text, language).length > 0)
    return null;
  const other = told > 0 ? passage : claim;
  const softer = findDenials(other.text, language).length + (told > 0 ? findPartials(other.text, language).length : 0);
  if (softer > 0) return null;
  // Another sentence of the passages may be the one that denies.
  const isElsewhere = told > 0 && view.passages.some(({ text }) => count(text) > 0);
  const isSure = aligned.share >= sureShare && Math.abs(told - said) === 1 && !isElsewhere;
  return { fault: { kind: 'negation' }, isSure, isWeak: !isSure };
};
