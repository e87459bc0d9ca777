import type { Language } from '@ecp/language/language';
import { replacePassage } from '@ecp/markdown/apply-edits';
import { findQuote } from '@ecp/markdown/find-quote';
import { renderText } from '@ecp/markdown/rendered-text';
import type { OpenComment } from '@ecp/model-calls/prompt-types';
import { frameOf } from '../frame/frame-of.ts';
import { type DocumentChange, titleOf } from './document-change.ts';
import type { RequestOutcome } from './request-outcome.ts';

/**
 * Puts the words that a comment proposes in the place of its passage, first in the section that the comment names.
 * Returns null if it proposes none, or if no section has the passage.
 */
export function replaceWords(
  { now, footnotes }: DocumentChange,
  { quote, section: named, suggestion }: OpenComment,
  language: Language,
): RequestOutcome | null {
  if (quote === null || suggestion === null) return null;
  // References to footnotes count as words where the definitions are missing.
  const definitions = `\n\n${footnotes.join('')}`;
  const order = [...now.keys()].toSorted((a, b) => Number(isNamed(now[b], named)) - Number(isNamed(now[a], named)));
  for (const index of order) {
    const section = now[index] ?? null;
    if (section === null) continue;
    const rendered = renderText(section + definitions);
    const passage = findQuote(rendered, { quote });
    const changed = passage && replacePassage(section + definitions, rendered, passage, suggestion);
    if (!changed?.endsWith(definitions)) continue;
    now[index] = changed.slice(0, changed.length - definitions.length);
    return { status: 'met', section: titleOf(section) || null, text: frameOf(language).amend.wordsReplaced };
  }
  return null;
}

const isNamed = (section: string | null | undefined, named: string | null): boolean =>
  named !== null && titleOf(section ?? null) === named;
