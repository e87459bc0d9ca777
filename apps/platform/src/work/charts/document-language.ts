import { guessLanguage } from '@ecp/documents/markdown/clean-text';
import { findLanguage } from '@ecp/language/detect-language';

/** Characters of a document that tell its language. */
const sampleLength = 4_000;

/** Returns the language of a document for the numbers of its charts: by its words, else by its script, else English. */
export function languageOfDocument(markdown: string): string {
  const sample = markdown.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '').slice(0, sampleLength);
  return findLanguage(sample) ?? guessLanguage(sample);
}
