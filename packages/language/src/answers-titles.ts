import type { Language } from './language.ts';

/**
 * The title of the section in which a document answers its reviewers, for those who write or omit
 * it.
 */
export const answersTitles: Record<Language, string> = {
  en: 'Answers to the reviewer',
  de: 'Antworten auf die Anmerkungen',
  fr: 'Réponses aux remarques',
  es: 'Respuestas a las observaciones',
  ja: 'ご指摘への回答',
};
