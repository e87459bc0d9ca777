import { questionLimits } from '@ecp/contract/values/question-limits';
import { type Language, languages } from '@ecp/language/language';
import { cutSections, headingOf, joinSections } from '@ecp/markdown/sectioned-document';
import type { AskedQuestion } from '@ecp/model-calls/prompt-types';
import { assumptionsTexts } from './assumptions-texts.ts';
import { inertText } from './inert-text.ts';

const titles = new Set(languages.map((language) => fold(assumptionsTexts[language].title)));

/**
 * Returns the document with those assumptions that its text lacks, in its section of assumptions (contract 11). A
 * document with all of them stays as it is.
 */
export function withAssumptions(
  content: string,
  questions: readonly Pick<AskedQuestion, 'question' | 'assumption'>[],
  language: Language,
): string {
  const told = fold(content);
  const missing = questions.filter(({ assumption }) => !told.includes(fold(assumption)));
  if (missing.length === 0) return content;
  const { title, asked } = assumptionsTexts[language];
  const lines = missing.map(({ question, assumption }) => {
    const stated = inertText(assumption, questionLimits.assumption);
    return `- ${stated} (${asked(inertText(question, questionLimits.question))})\n`;
  });
  const document = cutSections(content);
  const own = document.sections.findIndex(({ raw }) => titles.has(fold(headingOf(raw) ?? '')));
  const section = document.sections[own];
  const raw = section ? `${section.raw.trimEnd()}\n\n${lines.join('')}\n` : `## ${title}\n\n${lines.join('')}\n`;
  const changed = { raw, place: null };
  const sections = section ? document.sections.with(own, changed) : [...document.sections, changed];
  return joinSections({ ...document, sections });
}

/** Folds a text for comparison: markdown, punctuation and case do not count. */
function fold(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£]+/gu) ?? []
  ).join(' ');
}
