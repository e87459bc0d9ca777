import type { NoteOutcome } from '@ecp/contract/values/note-answers';
import type { Language } from '@ecp/language/language';

/** The words of the section that answers a reviewer. */
export interface AnswersTexts {
  outcomes: Record<NoteOutcome, string>;
  /** After a note without an answer of the agent. */
  noAnswer: string;
  colon: string;
}

export const answersTexts: Record<Language, AnswersTexts> = {
  en: {
    outcomes: { met: 'Met', partly: 'Partly met', not_met: 'Not met' },
    noAnswer: 'the agent gave no answer to this note.',
    colon: ':',
  },
  de: {
    outcomes: { met: 'Umgesetzt', partly: 'Teilweise umgesetzt', not_met: 'Nicht umgesetzt' },
    noAnswer: 'Zu dieser Anmerkung liegt keine Antwort vor.',
    colon: ':',
  },
  fr: {
    outcomes: { met: 'Prise en compte', partly: 'Partiellement prise en compte', not_met: 'Non prise en compte' },
    noAnswer: 'aucune réponse n’a été apportée à cette remarque.',
    colon: ' :',
  },
  es: {
    outcomes: { met: 'Atendida', partly: 'Atendida en parte', not_met: 'No atendida' },
    noAnswer: 'no se ha dado respuesta a esta observación.',
    colon: ':',
  },
  ja: {
    outcomes: { met: '対応済み', partly: '一部対応', not_met: '未対応' },
    noAnswer: 'このご指摘への回答はありませんでした。',
    colon: '：',
  },
};
