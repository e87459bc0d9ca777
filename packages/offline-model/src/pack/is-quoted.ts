import { languages } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import { nestQuotes } from '../text/quote-text.ts';

/** True for words that an earlier document quotes, in the marks of any language. */
export function isQuoted(words: string, upstream: UpstreamDeliverable[]): boolean {
  if (upstream.length === 0) return false;
  const forms = new Set(languages.map((language) => escapeMarkdown(nestQuotes(words, language))));
  return upstream.some(({ content }) => [...forms].some((form) => content.includes(form)));
}
