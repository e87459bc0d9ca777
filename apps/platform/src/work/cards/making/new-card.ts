import type { CardKind } from '@ecp/contract/values/card-kinds';
import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import type { Language } from '@ecp/language/language';
import type { ClientName } from '../revealing/client-names.ts';
import type { Section } from './read-sections.ts';

/** A card before it is stored. The same key of one file is the same card. */
export interface NewCard {
  kind: CardKind;
  key: string;
  title: string;
  body: string;
}

/** The material of the cards of an approved version. */
export interface CardMaterial {
  /** The title of the document. */
  title: string;
  language: Language;
  sections: readonly Section[];
  figures: readonly Figure[];
  citations: readonly Citation[];
  /** Answers to the notes of reviewers, of this version and earlier ones of the file. */
  noteAnswers: readonly NoteAnswer[];
  /** Words that name the client, which a structure leaves out. */
  clientWords: readonly ClientName[];
}
