import type { DraftInput } from '../../../agents/prompts/prompt-types.ts';
import type { Pace } from '../../../kernel/work-pace.ts';
import { writeNumberedList } from '../document/compose.ts';
import type { Evidence } from '../document/gather-evidence.ts';
import { flattenText } from '../text/clean-line.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import { applyRequest } from './apply-request.ts';
import { markOffline } from './mark-offline.ts';
import {
  insertSection,
  joinDocument,
  makeSection,
  type ParsedDocument,
  parseDocument,
  readBody,
} from './parse-document.ts';
import { readNote, splitNote } from './read-note.ts';

const sectionTitle = 'Reviewer notes';
const maxNotes = 50;

/**
 * Answers every reviewer's note on a previous version: changes what extraction can change, tells for each note how it was
 * met, and leaves the rest byte for byte. A note that the previous version answered keeps its answer.
 */
export async function applyReviewNotes(
  previous: string,
  notes: string[],
  input: DraftInput,
  evidence: Evidence,
  pace: Pace,
): Promise<string> {
  const document = markOffline(parseDocument(previous));
  const answered = takeAnswers(document);
  const entries: string[] = [];
  for (const note of notes.slice(-maxNotes)) {
    const quoted = `“${escapeMarkdown(flattenText(note, 600))}”`;
    entries.push(answered.get(quoted) ?? `${quoted} ${await answerNote(document, note, { input, evidence, pace })}`);
  }
  insertSection(document, makeSection(sectionTitle, writeNumberedList(entries)), document.sections.length);
  return joinDocument(document);
}

/** Changes a document as a note asks, as far as extraction can; tells what was done or why not. */
export async function answerNote(
  document: ParsedDocument,
  note: string,
  context: { input: DraftInput; evidence: Evidence; pace: Pace },
): Promise<string> {
  const answers: string[] = [];
  for (const part of splitNote(note)) {
    const request = readNote(part);
    const isRemark = request.action === 'topic' && request.topic.length === 0;
    if (isRemark && answers.length > 0) continue;
    const answer = await applyRequest(document, request, context);
    if (!answers.includes(answer)) answers.push(answer);
  }
  return answers.join(' ') || 'Not met: the note holds no words to act on.';
}

/** Takes the section of earlier answers out of the document, as a map from the quoted note to its whole entry. */
function takeAnswers(document: ParsedDocument): Map<string, string> {
  const place = document.sections.findIndex((section) => section.title === sectionTitle);
  const section = document.sections[place];
  const answers = new Map<string, string>();
  if (!section) return answers;
  document.sections.splice(place, 1);
  for (const line of readBody(section).split('\n')) {
    const entry = /^\d+\. (.*)$/.exec(line)?.[1];
    const quoted = entry && /^(“.*?”) (?:Met|Not met):/.exec(entry)?.[1];
    if (entry && quoted) answers.set(quoted, entry);
  }
  return answers;
}
