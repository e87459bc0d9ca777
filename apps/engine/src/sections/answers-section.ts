import { headingOf, type SectionedDocument } from './sectioned-document.ts';

/** How a reviewer's note was met; `note` counts from 1. */
export interface NoteAnswer {
  note: number;
  status: 'met' | 'partly' | 'not_met';
  answer: string;
}

const heading = '## Answers to the reviewer';
const words: Record<NoteAnswer['status'], string> = { met: 'Met', partly: 'Partly met', not_met: 'Not met' };
const maxNoteLength = 300;
const maxAnswerLength = 1_000;

/** The document without the answers to an earlier review. */
export function withoutAnswers(document: SectionedDocument): SectionedDocument {
  return { ...document, sections: document.sections.filter(({ raw }) => headingOf(raw) !== heading) };
}

/** The document with one numbered line for each note: the note, how it was met, and where or why not. */
export function withAnswers(
  document: SectionedDocument,
  notes: readonly string[],
  answers: ReadonlyMap<number, NoteAnswer>,
): SectionedDocument {
  const lines = notes.map(
    (note, index) => `${index + 1}. ${inert(note, maxNoteLength)} — ${tell(answers.get(index + 1))}`,
  );
  const section = { raw: `${heading}\n\n${lines.join('\n')}\n\n`, place: null };
  return { ...document, sections: [...withoutAnswers(document).sections, section] };
}

function tell(answer: NoteAnswer | undefined): string {
  if (!answer) return '**Not met:** the agent gave no answer to this note.';
  return `**${words[answer.status]}:** ${inert(answer.answer, maxAnswerLength)}`;
}

/**
 * Text on one line with nothing that markdown would act on. Quotation marks become plain ones: a note's or an answer's
 * words are no quotes of a source, and must not be checked as such.
 */
function inert(text: string, maxLength: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/["“”„«»‘‚「」『』]/g, "'");
  const cut = flat.length <= maxLength ? flat : `${flat.slice(0, maxLength - 2).toWellFormed()} …`;
  return cut.replace(/\[\^[^\]]*\]/g, '').replace(/[\\`*[\]<>|_~&#]/g, '\\$&');
}
