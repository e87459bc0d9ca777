import { formatsOf } from '@ecp/language/formats';
import type { Language } from '@ecp/language/language';
import { german } from './de.ts';
import { english, type Frame, type SectionName } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { japanese } from './ja.ts';

const frames: Record<Language, Frame> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
};

export function frameOf(language: Language): Frame {
  return frames[language];
}

/** Joins items as the prose of a language does: "a, b and c". */
export const joinWords = (items: string[], language: Language) => formatsOf(language).list(items);

/** Returns a section's headings in all languages, to find it in a document. */
export function readHeadings(name: SectionName): string[] {
  return Object.values(frames).map(({ headings }) => headings[name]);
}
