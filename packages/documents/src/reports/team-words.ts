import type { Language } from '@ecp/language/language';
import { de } from './team-words/de.ts';
import { en } from './team-words/en.ts';
import { es } from './team-words/es.ts';
import { fr } from './team-words/fr.ts';
import { ja } from './team-words/ja.ts';
import type { TeamWords } from './team-words/words.ts';

export type { TeamWords };

/** Puts values in the places of their names in braces. */
export function fillWords(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name));
}

/** Words by language. Reports in other languages have the English ones. */
export const teamWords: Readonly<Record<Language, TeamWords>> = { en, de, fr, es, ja };
