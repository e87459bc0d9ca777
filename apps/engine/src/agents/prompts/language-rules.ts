import type { Language } from '@ecp/language/language';

/** The conventions of each language, by which a native reader recognises a native writer. */
const conventions: Record<Language, string> = {
  en: 'plain English; 1,234.5 and 12 June 2027; quotation marks “ ”',
  de: 'German in the Sie form; 1.234,5 and 12. Juni 2027; Mio. and Mrd.; quotation marks „ “',
  fr: 'French with vous; 1 234,5 and 12 juin 2027; a narrow space before ; : ! ? and %; quotation marks « »',
  es: 'Spanish with usted; 1.234,5 and 12 de junio de 2027; quotation marks « »',
  ja: 'Japanese in です・ます; 1,234.5 and 2027年6月12日; 万 and 億; quotation marks 「 」',
};

/** Returns the rule in which language and with which conventions everything is written (contract 8). */
export function languageRules(language: Language): string {
  return `Language
- Write in the language of the brief, with its own conventions (${conventions[language]}), whatever language the sources and these instructions have. Quote a source in its own language.
- Plain words, short sentences, verbs instead of nouns, no filler and no consulting jargon. A reader understands each sentence at the first reading.`;
}
