import type { Language } from '@ecp/language/language';
import type { AskingWords, Family } from './asking-words.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { japanese } from './ja.ts';

const all: Record<Language, AskingWords> = { en: english, de: german, fr: french, es: spanish, ja: japanese };

/** Returns the patterns of a language. */
export const askingWordsOf = (language: Language): AskingWords => all[language];

/** True if words in any language name the family: brief and material may differ in theirs. */
export function namesFamily(text: string, family: Family): boolean {
  return Object.values(all).some(({ families }) => families[family].test(text));
}
