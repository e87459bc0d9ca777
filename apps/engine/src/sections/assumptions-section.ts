import { questionLimits } from '@ecp/contract/values/limits';
import { readDeclaration } from '@ecp/evidence/footnotes';
import { type Language, languages } from '@ecp/language/language';
import { cutSections, headingOf, joinSections } from '@ecp/markdown/sectioned-document';
import type { AskedQuestion } from '@ecp/model-calls/prompt-types';
import { inertText } from './inert-text.ts';

/** Share of an assumption's words that one passage of the text must have to tell it in words of its own. */
const minShared = 0.8;

/** The title of the section, in each language. */
const titleOf: Record<Language, string> = {
  en: 'Assumptions',
  de: 'Annahmen',
  fr: 'Hypothèses',
  es: 'Supuestos',
  ja: '前提',
};

/**
 * Returns the document with those assumptions that its text lacks, in its section of assumptions (contract 11). A
 * document that tells all of them, in the same or in other words, or declares assumptions in footnotes, stays as it is.
 */
export function withAssumptions(
  content: string,
  questions: readonly Pick<AskedQuestion, 'assumption'>[],
  language: Language,
): string {
  const document = cutSections(content);
  // A document whose footnotes declare assumptions tells them where they matter.
  if (document.footnotes.some(isAssumption)) return content;
  const told = fold(content);
  const passages = content.split('\n').map((line) => new Set(fold(line).split(' ')));
  const isTold = (assumption: string) => {
    const words = fold(assumption).split(' ');
    const isIn = (passage: Set<string>) => words.filter((word) => passage.has(word)).length >= words.length * minShared;
    return told.includes(fold(assumption)) || passages.some(isIn);
  };
  const missing = questions.filter(({ assumption }) => !isTold(assumption));
  if (missing.length === 0) return content;
  const title = titleOf[language];
  const lines = missing.map(({ assumption }) => `- ${inertText(assumption, questionLimits.assumption)}\n`);
  const own = document.sections.findIndex(({ raw }) => titles.has(fold(headingOf(raw) ?? '')));
  const section = document.sections[own];
  const raw = section ? `${section.raw.trimEnd()}\n\n${lines.join('')}\n` : `## ${title}\n\n${lines.join('')}\n`;
  const changed = { raw, place: null };
  const sections = section ? document.sections.with(own, changed) : [...document.sections, changed];
  return joinSections({ ...document, sections });
}

const isAssumption = (definition: string): boolean =>
  readDeclaration(definition.replace(/^\s*\[\^[^[\]\s]+\]:/, ''))?.kind === 'assumption';

const titles = new Set(languages.map((language) => fold(titleOf[language])));

/** Folds a text for comparison: markdown, punctuation and case do not count. */
function fold(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£]+/gu) ?? []
  ).join(' ');
}
