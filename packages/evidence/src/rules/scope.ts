import type { Language } from '@ecp/language/language';
import type { FoundCue } from '@ecp/language/meaning/find-cues';
import * as scope from '@ecp/language/meaning/scope-words';
import type { Rule } from './rule.ts';

const minShare = 0.3;

/** A part that is told of the whole: "all" for "some", "most" for "a few", a whole country for a city. */
export const findScope: Rule = ({ aligned, figures }) => {
  if (aligned === null || aligned.share < minShare || figures.derivation !== null) return null;
  const { claim, passage, view } = aligned;
  const has = (find: (text: string, language: Language | null) => FoundCue[], text: string) =>
    find(text, claim.language).length > 0;
  const said = passage.text;
  const isWhole = has(scope.findUniversals, claim.text) && !has(scope.findPartials, claim.text);
  if (isWhole && !has(scope.findUniversals, said) && has(scope.findPartials, said))
    return { fault: { kind: 'scope' }, isSure: true };
  if (has(scope.findMajorities, claim.text) && !has(scope.findMajorities, said) && has(scope.findMinorities, said))
    return { fault: { kind: 'scope' }, isSure: true };
  if (
    has(scope.findWidenings, claim.text) &&
    !has(scope.findWidenings, `${said} ${view.context}`) &&
    !has(scope.findUniversals, said)
  )
    return { fault: { kind: 'scope' }, isSure: false };
  return null;
};
