import type { NoteAnswer } from '@ecp/contract/values/note-answers';
import { answersTitles } from '@ecp/language/answers-titles';
import type { Language } from '@ecp/language/language';
import { withoutAnswers } from '@ecp/markdown/answers-section';
import { type SectionedDocument, titleOf } from '@ecp/markdown/sectioned-document';
import type { AnsweredNote } from '@ecp/model-calls/prompt-types';
import { answersTexts } from './answers-texts.ts';
import { cutText, inertText } from './inert-text.ts';

/** Longest texts in characters, in the data and, for a note, in the document. */
const longest = { note: 2_000, noteInDocument: 300, answer: 1_000, section: 200 };

/** A point that an amendment answers: a note of a review, or a comment. */
export interface AmendedPoint {
  text: string;
  /** Null for a note. */
  commentId: string | null;
}

/**
 * Lists how `document` answers each point, in their order. A point without an answer is not met. A section that the
 * document does not have is left out.
 */
export function listNoteAnswers(
  document: SectionedDocument,
  points: readonly AmendedPoint[],
  answered: ReadonlyMap<number, AnsweredNote>,
): NoteAnswer[] {
  const titles = document.sections.flatMap(({ raw }) => titleOf(raw) ?? []);
  return points.map(({ text, commentId }, index) => {
    const note = cutText(text, longest.note);
    const answer = answered.get(index + 1);
    if (!answer) return { commentId, note, outcome: 'not_met', section: null, text: '' };
    const named = fold(answer.section ?? '');
    const section = titles.find((title) => fold(title) === named) ?? null;
    return {
      commentId,
      note,
      outcome: answer.status,
      section: section && cutText(section, longest.section),
      text: cutText(answer.answer.trim(), longest.answer),
    };
  });
}

/**
 * Returns the document with a new section of note answers in a language, one numbered line for each note. Answers to
 * comments stand beside their passages and not in the text (CMT-8).
 */
export function withAnswers(
  document: SectionedDocument,
  answers: readonly NoteAnswer[],
  language: Language,
): SectionedDocument {
  const { outcomes, noAnswer, colon } = answersTexts[language];
  const toNotes = answers.filter(({ commentId }) => commentId === null);
  if (toNotes.length === 0) return withoutAnswers(document);
  const lines = toNotes.map(
    ({ note, outcome, text }, index) =>
      `${index + 1}. ${inertText(note, longest.noteInDocument)} — **${outcomes[outcome]}${colon}** ${
        text === '' ? noAnswer : inertText(text, longest.answer)
      }`,
  );
  const section = { raw: `## ${answersTitles[language]}\n\n${lines.join('\n')}\n\n`, place: null };
  return { ...document, sections: [...withoutAnswers(document).sections, section] };
}

/** Folds a title for comparison, because models repeat it with or without heading marks and in any case. */
const fold = (title: string): string => title.replace(/^[#\s]+|[#\s]+$/g, '').toLowerCase();
