import { detectAll } from 'tinyld/light';
import { type Language, languages } from './language.ts';

/** The beginning of a text that is read. It tells the language, and a longer one takes longer. */
const readLength = 4_000;
/** The detector's certainty from which another language than English is believed. */
const minAccuracy = 0.2;

/** Returns the language that a text is written in. A text that is too short to tell, or in another language, gives `en`. */
export function detectLanguage(text: string): Language {
  const [first] = detectAll(text.slice(0, readLength));
  if (first === undefined || first.accuracy < minAccuracy) return 'en';
  return languages.find((language) => language === first.lang) ?? 'en';
}
