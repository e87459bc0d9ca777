import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { consultingTerms } from './consulting-terms.ts';

type Foreign = Exclude<Language, 'en'>;
/** A consulting term of a text: its English words and its place. */
interface FoundTerm {
  english: string;
  start: number;
  end: number;
}

const columns: readonly Foreign[] = ['de', 'fr', 'es', 'ja'];
/** German joins words, and Japanese has no spaces. */
const joinsWords: Record<Foreign, boolean> = { de: true, fr: false, es: false, ja: true };
const terms: Record<Foreign, { english: string; pattern: RegExp }[]> = { de: [], fr: [], es: [], ja: [] };
for (const [english, ...forms] of consultingTerms) {
  for (const [index, language] of columns.entries()) {
    const source = `(?:${forms[index] ?? ''})`;
    terms[language].push({
      english,
      pattern: new RegExp(joinsWords[language] ? source : `(?<!\\p{L})${source}`, 'giu'),
    });
  }
}

/** Returns the language of a task: by its words, else by its terms. Null if neither tells. */
export function languageOfTask({ name, description }: { name: string; description: string }): Language | null {
  const text = `${name}. ${description}`;
  return findLanguage(name) ?? findLanguage(text) ?? findByTerms(text);
}

function findByTerms(text: string): Language | null {
  const counts = columns.map((language) => ({ language, count: findTerms(text, language).length }));
  const [first, second] = counts.sort((one, other) => other.count - one.count);
  return first && first.count > (second?.count ?? 0) ? first.language : null;
}

/**
 * Finds the consulting terms of a text in a language, in their order. English texts need none. Null reads all
 * languages.
 */
function findTerms(text: string, language: Language | null): FoundTerm[] {
  const read = columns.filter((column) => language === null || language === column);
  return read
    .flatMap((column) => terms[column])
    .flatMap(({ english, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({ english, start: match.index, end: match.index + match[0].length })),
    )
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns a text with the English words of its consulting terms behind it. */
export function withEnglishTerms(text: string, language: Language | null): string {
  return [text, ...new Set(findTerms(text, language).map(({ english }) => english))].join(' ');
}

const prepositions =
  / (?:für|der|des|den|dem|im|in|am|an|auf|zur|zum|von|vom|mit|bei|beim|als|nach|über|aus|unter|durch|gegen|bis) | in[: ]/iu;

/**
 * Returns the English words of the term that a name is about: the last one before a preposition in German
 * (Marktanalyse), the first one in French and Spanish (analyse du marché), the last one in Japanese. Else ''.
 */
export function headTerm(name: string, language: Language | null): string {
  const [main = ''] = name.split(/[:：(（–—]| - /, 1);
  if (language === 'fr' || language === 'es') return findTerms(main, language)[0]?.english ?? '';
  const [before = ''] = language === 'ja' ? [main] : main.split(prepositions, 1);
  const found = findTerms(before, language);
  return found.toSorted((one, other) => other.end - one.end || one.start - other.start)[0]?.english ?? '';
}
