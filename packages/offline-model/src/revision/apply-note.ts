import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { DraftEvidence } from '../evidence/gather-evidence.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import { type RankedPassage, rankPassages } from '../evidence/rank-passages.ts';
import type { Frame } from '../frame/en.ts';
import { frameOf, joinWords } from '../frame/frame-of.ts';
import { isStatement } from '../material/passage.ts';
import { createCitations, quotePassage } from '../pack/citations.ts';
import { writeList } from '../pack/write-markdown.ts';
import { capitalize } from '../text/clean-line.ts';
import type { Word } from '../text/read-words.ts';
import { removeTopic, shortenDocument } from './cut-document.ts';
import { addSection, type DocumentChange } from './document-change.ts';
import { type NoteRequest, readNote, splitNote } from './read-note.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** The input of a change of a document. */
interface RevisionContext {
  input: DraftInput;
  evidence: DraftEvidence;
  timeSlice: TimeSlice;
}

const maxStatements = 12;
/** Words of a topic that a heading names. */
const maxNamed = 4;

/** Changes a document for a note, as far as extraction can, and returns the outcome of each request in the note. */
export async function applyNote(
  change: DocumentChange,
  note: string,
  context: RevisionContext,
): Promise<RequestOutcome[]> {
  const frame = frameOf(context.input.engagement.language);
  const outcomes: RequestOutcome[] = [];
  for (const part of splitNote(note)) {
    const request = readNote(part);
    const isRemark = request.action === 'add' && request.topic.length === 0;
    if (isRemark && outcomes.length > 0) continue;
    const outcome =
      request.action === 'add'
        ? await addStatements(change, request, context, frame)
        : request.action === 'shorten'
          ? shortenDocument(change, request, frame)
          : removeTopic(change, request, frame, context.input.engagement.language);
    if (!outcomes.some(({ text }) => text === outcome.text)) outcomes.push(outcome);
  }
  return outcomes.length > 0 ? outcomes : [{ status: 'not_met', section: null, text: frame.amend.needsWriter }];
}

/** Adds a section with the statements of the material on the topic of a request. */
async function addStatements(
  change: DocumentChange,
  { topic, asksForMore, needsWriter }: NoteRequest,
  { input, evidence, timeSlice }: RevisionContext,
  { amend }: Frame,
): Promise<RequestOutcome> {
  const { language } = input.engagement;
  if (topic.length === 0 || !asksForMore) return { status: 'not_met', section: null, text: amend.needsWriter };
  const shown = topic.slice(0, maxNamed).map((word) => word.shown);
  const name = escapeMarkdown(joinWords(shown, language));
  const found = await findStatements(topic, evidence, timeSlice);
  if (found.length === 0) return { status: 'not_met', section: null, text: amend.nothingOn(name) };
  const citations = createCitations(change.footnotes);
  const title = capitalize(name);
  const quotes = found.map(({ passage }) => quotePassage(passage, citations, language));
  addSection(change, title, writeList(quotes), citations.readDefinitions());
  const text = amend.added(title, found.length);
  if (!needsWriter) return { status: 'met', section: title, text };
  return { status: 'partly', section: title, text: `${text} ${amend.needsWriter}` };
}

async function findStatements(
  topic: Word[],
  { material }: DraftEvidence,
  timeSlice: TimeSlice,
): Promise<RankedPassage[]> {
  const query = new Map(topic.map((word) => [word.stem, 1]));
  const ranked = await rankPassages(material.passages.filter(isStatement), query, timeSlice);
  const needed = topic.length > 3 ? 2 : 1;
  const fitting = ranked.filter(({ hits }) => hits >= needed);
  return sortByReading(pickDiverse(fitting, maxStatements));
}
