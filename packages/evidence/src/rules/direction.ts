import { findFalls, findNegations, findRises } from '@ecp/language/meaning/polarity-words';
import { readDirection } from '../derive/read-operation-cues.ts';
import type { Rule } from './rule.ts';

const minShare = 0.34;

/** A rise told as a fall: the figure or the sentence has one direction in the passage and the other in the claim. */
export const findDirection: Rule = ({ aligned, view, figures }) => {
  if (figures.derivation !== null) return null;
  for (const { figure, found } of figures.held) {
    const passage = view.passages.find(({ citation, row }) => citation === found.citation && row === null);
    if (!passage || found.origin !== 'passage' || passage.language !== view.language || figure.kind === 'year')
      continue;
    // "Growth of −3.5 %" is a fall: the rule for signs compares these.
    if (figure.sign !== 0 || found.figure.sign !== 0) continue;
    const [told, said] = [
      readDirection(view.text, figure, view.language),
      readDirection(passage.text, found.figure, view.language),
    ];
    if (
      told === 0 ||
      said === 0 ||
      told === said ||
      hasBoth(view.text, view.language) ||
      hasBoth(passage.text, view.language)
    )
      continue;
    if (hasNegation(view.text, view.language) || hasNegation(passage.text, view.language)) continue;
    return { fault: { kind: 'direction' }, isSure: aligned !== null && aligned.share >= minShare };
  }
  if (aligned === null || aligned.share < minShare || hasStandard.test(view.text)) return null;
  if (figures.held.some(({ figure, found }) => figure.sign !== 0 || found.figure.sign !== 0)) return null;
  const [told, said] = [
    onlyDirection(aligned.claim.text, view.language),
    onlyDirection(aligned.passage.text, view.language),
  ];
  if (told === 0 || said === 0 || told === said) return null;
  if (hasNegation(aligned.claim.text, view.language) || hasNegation(aligned.passage.text, view.language)) return null;
  return { fault: { kind: 'direction' }, isSure: false };
};

/** Matches a comparison with a standard. The rule for comparisons checks these. */
const hasStandard =
  /\bthan\b|(?<!\p{L})als(?!\p{L})|(?:plus|moins|davantage)[^.]* qu|(?:más|menos|mayor|menor)[^.]* que|より/iu;

type Words = Parameters<typeof findRises>[1];

const hasNegation = (text: string, language: Words) => findNegations(text, language).length > 0;
const hasBoth = (text: string, language: Words) =>
  findRises(text, language).length > 0 && findFalls(text, language).length > 0;

/** Returns the direction of a text that has words of one direction only. */
function onlyDirection(text: string, language: Words): -1 | 0 | 1 {
  const [up, down] = [findRises(text, language).length, findFalls(text, language).length];
  if (up > 0 === down > 0) return 0;
  return up > 0 ? 1 : -1;
}
