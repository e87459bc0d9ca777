import type { NoteAnswer } from '@ecp/contract/values/note-answers';
import { type Language, languages } from '@ecp/language/language';
import {
  cutSections,
  headingOf,
  joinSections,
  readReferences,
  type SectionedDocument,
} from '@ecp/markdown/sectioned-document';
import type { AnsweredNote } from '@ecp/model-calls/prompt-types';
import { answersTexts } from './answers-texts.ts';
import { cutText, inertText } from './inert-text.ts';

const headings = new Set(languages.map((language) => headingIn(language)));
/** Longest texts in characters, in the data and, for a note, in the document. */
const longest = { note: 2_000, noteInDocument: 300, answer: 1_000, section: 200 };

/**
 * Lists how `document` answers each note, in the order of the notes. A note without an answer is not met. A section
 * that the document does not have is left out.
 */
export function listNoteAnswers(
  document: SectionedDocument,
  notes: readonly string[],
  answered: ReadonlyMap<number, AnsweredNote>,
): NoteAnswer[] {
  const titles = document.sections.flatMap(({ raw }) => titleOf(raw) ?? []);
  return notes.map((text, index) => {
    const note = cutText(text, longest.note);
    const answer = answered.get(index + 1);
    if (!answer) return { note, outcome: 'not_met', section: null, text: '' };
    const named = fold(answer.section ?? '');
    const section = titles.find((title) => fold(title) === named) ?? null;
    return {
      note,
      outcome: answer.status,
      section: section && cutText(section, longest.section),
      text: cutText(answer.answer.trim(), longest.answer),
    };
  });
}

/** Returns true for the section of note answers, in whichever language it is. */
export function isAnswersSection(raw: string): boolean {
  return headings.has(headingOf(raw) ?? '');
}

/** Returns the document without its section of note answers, in whichever language it is. */
export function withoutAnswers(document: SectionedDocument): SectionedDocument {
  return { ...document, sections: document.sections.filter(({ raw }) => !isAnswersSection(raw)) };
}

/**
 * Returns markdown without its section of note answers, whose words are no statements of the document. A section with
 * footnotes stays: its author is an agent that answered notes in the text.
 */
export function cutAnswers(markdown: string): string {
  if (![...headings].some((heading) => markdown.includes(heading))) return markdown;
  const document = cutSections(markdown);
  const states = ({ raw }: { raw: string }) => !isAnswersSection(raw) || readReferences(raw).size > 0;
  return joinSections({ ...document, sections: document.sections.filter(states) });
}

/** Returns the document with a new section of note answers in a language, one numbered line for each. */
export function withAnswers(
  document: SectionedDocument,
  answers: readonly NoteAnswer[],
  language: Language,
): SectionedDocument {
  const { outcomes, noAnswer, colon } = answersTexts[language];
  const lines = answers.map(
    ({ note, outcome, text }, index) =>
      `${index + 1}. ${inertText(note, longest.noteInDocument)} — **${outcomes[outcome]}${colon}** ${
        text === '' ? noAnswer : inertText(text, longest.answer)
      }`,
  );
  const section = { raw: `${headingIn(language)}\n\n${lines.join('\n')}\n\n`, place: null };
  return { ...document, sections: [...withoutAnswers(document).sections, section] };
}

function headingIn(language: Language): string {
  return `## ${answersTexts[language].title}`;
}

function titleOf(raw: string): string | null {
  return (
    headingOf(raw)
      ?.replace(/^#+\s*/, '')
      .replace(/\s+#+$/, '') ?? null
  );
}

/** Folds a title for comparison, because models repeat it with or without heading marks and in any case. */
const fold = (title: string): string => title.replace(/^[#\s]+|[#\s]+$/g, '').toLowerCase();
