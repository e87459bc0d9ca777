import { findCauses } from '@ecp/language/meaning/modal-words';
import { findProposals } from '@ecp/language/meaning/speech-words';
import type { Rule } from './rule.ts';

const minShare = 0.5;

/** A cause that the passages do not give: the claim joins two things of them by "because" or "led to". */
export const findCause: Rule = ({ aligned, view, figures }) => {
  if (aligned === null || aligned.share < minShare || figures.derivation !== null) return null;
  const language = view.language;
  const causes = findCauses(aligned.claim.text, language);
  if (causes.length === 0 || findProposals(aligned.claim.text, language).length > 0) return null;
  if (view.passages.some(({ context, text }) => findCauses(`${context} ${text}`, language).length > 0)) return null;
  const own = new Set(aligned.passage.words.map(({ stem }) => stem));
  const [first] = causes;
  const before = aligned.claim.words.some(({ end, stem }) => end <= (first?.start ?? 0) && own.has(stem));
  const after = aligned.claim.words.some(({ start, stem }) => start >= (first?.end ?? 0) && own.has(stem));
  return before && after ? { fault: { kind: 'cause' }, isSure: false } : null;
};
