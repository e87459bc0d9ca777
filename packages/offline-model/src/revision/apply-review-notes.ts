import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { writeNumberedList } from '../document/compose.ts';
import type { DraftEvidence } from '../document/gather-evidence.ts';
import { flattenText } from '../text/clean-line.ts';
import { applyRequest } from './apply-request.ts';
import { markOffline } from './mark-offline.ts';
import {
  insertSection,
  joinDocument,
  makeSection,
  readBody,
  type SplitDocument,
  splitDocument,
} from './parse-document.ts';
import { readNote, splitNote } from './read-note.ts';
import { notMet, type RequestOutcome, writeOutcomes } from './request-outcome.ts';

const sectionTitle = 'Reviewer notes';
const maxNotes = 50;

/**
 * Answers every reviewer's note on a previous version: changes what extraction can change, says for each note how it was
 * met, and leaves the rest byte for byte. A note that the previous version answered keeps its answer.
 */
export async function applyReviewNotes(
  previous: string,
  notes: string[],
  input: DraftInput,
  evidence: DraftEvidence,
  timeSlice: TimeSlice,
): Promise<string> {
  const document = markOffline(splitDocument(previous));
  const answered = takeEntries(document);
  const entries: string[] = [];
  for (const note of notes.slice(-maxNotes)) {
    const quoted = `“${escapeMarkdown(flattenText(note, 600))}”`;
    const known = answered.find((entry) => entry.startsWith(`${quoted} `));
    entries.push(
      known ?? `${quoted} ${writeOutcomes(await answerNote(document, note, { input, evidence, timeSlice }))}`,
    );
  }
  insertSection(document, makeSection(sectionTitle, writeNumberedList(entries)), document.sections.length);
  return joinDocument(document);
}

/** Changes a document for a note, as far as extraction can, and returns the outcome of each request in the note. */
export async function answerNote(
  document: SplitDocument,
  note: string,
  context: { input: DraftInput; evidence: DraftEvidence; timeSlice: TimeSlice },
): Promise<RequestOutcome[]> {
  const outcomes: RequestOutcome[] = [];
  for (const part of splitNote(note)) {
    const request = readNote(part);
    const isRemark = request.action === 'topic' && request.topic.length === 0;
    if (isRemark && outcomes.length > 0) continue;
    const outcome = await applyRequest(document, request, context);
    if (!outcomes.some(({ text }) => text === outcome.text)) outcomes.push(outcome);
  }
  return outcomes.length > 0 ? outcomes : [notMet('the note holds no words to act on.')];
}

/** Removes the section of earlier answers and returns its entries, each with the quoted note in front. */
function takeEntries(document: SplitDocument): string[] {
  const place = document.sections.findIndex((section) => section.title === sectionTitle);
  const [section] = place === -1 ? [] : document.sections.splice(place, 1);
  if (!section) return [];
  return readBody(section)
    .split('\n')
    .map((line) => line.replace(/^\d+\. /, ''));
}
