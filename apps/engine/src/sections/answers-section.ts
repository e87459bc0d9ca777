import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import {
  cutSections,
  isAnswersSection,
  joinSections,
  type SectionedDocument,
  titleOf,
  withoutAnswers,
} from '@ecp/markdown/sectioned-document';
import type { AnsweredNote, DraftInput } from '@ecp/model-calls/prompt-types';
import { cutText } from './inert-text.ts';

/** Longest texts in characters. */
const longest = { note: 2_000, answer: 1_000, section: 200 };

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

/** Lists the points that a new version answers: the notes, then the comments. */
export function listPoints({
  reviewNotes,
  comments = [],
}: Pick<DraftInput, 'reviewNotes' | 'comments'>): AmendedPoint[] {
  return [
    ...reviewNotes.map((text) => ({ text, commentId: null })),
    ...comments.map(({ id, body }) => ({ text: body, commentId: id })),
  ];
}

/** A line of the answers that a document gives in its text: number, outcome, and the answer. */
const answerLine = /^\s*(\d{1,3})[.)]\s*(?:[*_(]*\s*(met|partly|not[ _-]?met)\b[^\p{L}\p{N}]*)?(.*)$/iu;

/**
 * Takes the section of note answers out of a document that was written anew, because answers stand beside the document
 * (CMT-8). A line without an outcome counts as partly met, a note without a line as not met.
 */
export function takeAnswers(
  content: string,
  points: readonly AmendedPoint[],
): { content: string; noteAnswers: NoteAnswer[] } {
  const document = cutSections(content);
  const section = document.sections.find(({ raw }) => isAnswersSection(raw));
  const own = section ? withoutAnswers(document) : document;
  const answered = new Map<number, AnsweredNote>();
  for (const line of (section?.raw ?? '').split('\n')) {
    const [, number, outcome, text = ''] = answerLine.exec(line) ?? [];
    if (number === undefined) continue;
    const status = outcome === undefined ? 'partly' : outcomeOf(outcome);
    answered.set(Number(number), { note: Number(number), status, answer: text.trim() });
  }
  return { content: section ? joinSections(own) : content, noteAnswers: listNoteAnswers(own, points, answered) };
}

function outcomeOf(words: string): AnsweredNote['status'] {
  const folded = words.toLowerCase();
  return folded === 'met' || folded === 'partly' ? folded : 'not_met';
}

/** Folds a title for comparison, because models repeat it with or without heading marks and in any case. */
const fold = (title: string): string => title.replace(/^[#\s]+|[#\s]+$/g, '').toLowerCase();
