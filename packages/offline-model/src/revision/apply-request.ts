import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { checkGaps } from '../brief/check-gaps.ts';
import { readOwnTerms } from '../brief/make-query.ts';
import { type Citations, createCitations, quotePassage } from '../document/citations.ts';
import { writeList, writeTable } from '../document/compose.ts';
import type { DraftEvidence } from '../document/gather-evidence.ts';
import { collectFigures, writeFigures } from '../document/write-figures.ts';
import { findStatedGaps, findUnmentionedTerms, writeOpenQuestions } from '../document/write-open-points.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import { type RankedPassage, rankPassages } from '../evidence/rank-passages.ts';
import { isTopicWord, readWords } from '../text/read-words.ts';
import { capitalize, spellCountOf } from '../text/spell-count.ts';
import { removeTopic, shortenDocument } from './cut-document.ts';
import { makeSection, placeFirst, placeSection, readBody, type SplitDocument } from './parse-document.ts';
import { type NoteRequest, nameTopic } from './read-note.ts';
import { met, notMet, type RequestOutcome } from './request-outcome.ts';
import { isAboutFamily } from './topic-families.ts';

/** The input of a change of a document. */
export interface RevisionContext {
  input: DraftInput;
  evidence: DraftEvidence;
  timeSlice: TimeSlice;
}

const maxTopicStatements = 12;

/** Changes a document as requested, with extracted statements only. */
export async function applyRequest(
  document: SplitDocument,
  request: NoteRequest,
  context: RevisionContext,
): Promise<RequestOutcome> {
  const topic = escapeMarkdown(nameTopic(request.topic));
  if (request.action === 'shorten') return shortenDocument(document, request);
  if (request.action === 'remove') return removeTopic(document, request);
  if (request.action === 'questions') return addQuestion(document, request) ?? addQuestions(document, context);
  const found = await findStatements(request, context);
  if (found.length === 0) {
    return notMet(
      topic === ''
        ? 'this asks for judgement or wording, which an offline draft cannot supply; it is left to the author.'
        : `neither the brief nor the sources say anything on ${topic}. Attach a source on it and run the task again.`,
    );
  }
  const citations = continueCitations(document);
  const place = (title: string, body: string) => {
    const putIn = request.isFirst ? placeFirst : placeSection;
    putIn(document, makeSection(title, body));
    addFootnotes(document, citations.readDefinitions());
  };
  const holds = request.isFirst ? 'stands first and holds' : 'now holds';
  if (request.action === 'table') {
    const title = topic ? `${capitalize(topic)} at a glance` : 'The evidence at a glance';
    place(title, await writeStatementTable(found, citations, context.timeSlice));
    const where = request.isFirst ? ' at the beginning' : '';
    return met(`table “${title}” added${where}, with ${spellCountOf(found.length, 'statement')}.`, title);
  }
  if (request.action === 'figures') {
    const collected = await collectFigures(found, 40, context.timeSlice);
    const named = collected.filter(({ shown }) => request.note.includes(shown));
    const figures = named.length > 0 ? named : collected;
    if (figures.length === 0) return notMet(`the material gives no figure${topic ? ` on ${topic}` : ''}.`);
    const title = topic ? `Figures on ${topic}` : 'Figures';
    place(title, writeFigures(figures, citations));
    return met(`section “${title}” ${holds} ${spellCountOf(figures.length, 'figure')}.`, title);
  }
  const title = topic ? capitalize(topic) : 'Further evidence';
  place(title, writeList(found.map((entry) => quotePassage(entry.passage, citations))));
  const count = spellCountOf(found.length, 'statement');
  return met(`section “${title}” ${holds} ${count}${topic ? ` on ${topic}` : ''}.`, title);
}

async function findStatements(
  request: NoteRequest,
  { evidence, timeSlice }: RevisionContext,
): Promise<RankedPassage[]> {
  if (request.topic.length === 0) {
    return request.action === 'topic' ? [] : sortByReading(pickDiverse(evidence.statements, maxTopicStatements));
  }
  const query = new Map(request.topic.map((word) => [word.stem, 1]));
  const words = request.topic.map((word) => word.shown);
  const usable = evidence.material.passages.filter(
    ({ isInstruction, stems, text }) => !isInstruction && stems.length > 2 && !/[?？]$/.test(text),
  );
  const ranked = await rankPassages(usable, query, timeSlice);
  const needed = request.topic.length > 3 ? 2 : 1;
  const onTopic = ranked.filter((entry) => entry.hits >= needed || isAboutFamily(words, entry.passage.text));
  const found = onTopic.length > 0 ? onTopic : ranked.filter((entry) => entry.hits > 0);
  return sortByReading(pickDiverse(found, maxTopicStatements));
}

async function writeStatementTable(
  found: RankedPassage[],
  citations: Citations,
  timeSlice: TimeSlice,
): Promise<string> {
  const rows: string[][] = [];
  for (const entry of found) {
    const figures = await collectFigures([entry], 6, timeSlice);
    const shown = figures.map((figure) => escapeMarkdown(figure.shown)).join('; ');
    rows.push([escapeMarkdown(entry.passage.text), shown, citations.cite(entry.passage)]);
  }
  return writeTable(['Statement', 'Figures', 'Source'], rows);
}

/** Words with which a note requests open questions, and words that introduce the question itself. */
const askingWords = /\b(?:open )?(?:questions?|points?|issues?)\b:?|\bwhat (?:is|remains) (?:open|unknown)\b:?/gi;
const openingWords =
  /^(?:(?:please|also|add|list|name|include|note|put|to|as|an?|the|in|under|with|that|about|on)\s+)+/i;
const questionsTitle = 'Open questions';

/** Lists the question that a note names above the listed ones; returns null if the note names none. */
function addQuestion(document: SplitDocument, { note }: NoteRequest): RequestOutcome | null {
  const question = note.replace(askingWords, ' ').replace(/\s+/g, ' ').trim().replace(openingWords, '');
  if (readWords(question).filter(isTopicWord).length < 2) return null;
  const section = document.sections.find(({ title }) => title === questionsTitle);
  const listed = section ? readBody(section) : '';
  const entry = writeList([`Asked by the reviewer: ${escapeMarkdown(question.replace(/["“”„«»]/g, "'"))}`]);
  const gap = listed === '' || listed.startsWith('- ') ? '\n' : '\n\n';
  placeSection(document, makeSection(questionsTitle, `${entry.trimEnd()}${gap}${listed}`));
  return met(`the question is listed under “${questionsTitle}”.`, questionsTitle);
}

async function addQuestions(
  document: SplitDocument,
  { input, evidence, timeSlice }: RevisionContext,
): Promise<RequestOutcome> {
  const stated = [...evidence.statements, ...evidence.asks].map((entry) => entry.passage);
  const gaps = await checkGaps(input.task.kind, stated, timeSlice);
  const citations = continueCitations(document);
  const silent = await findUnmentionedTerms(readOwnTerms(input.engagement, input.task), evidence, timeSlice);
  const body = writeOpenQuestions(
    { gaps, silent, lacking: pickDiverse(findStatedGaps(evidence), 6), empty: [] },
    evidence,
    citations,
  );
  if (body === '') return notMet('every point that this kind of task needs is named in the material.');
  placeSection(document, makeSection(questionsTitle, body));
  addFootnotes(document, citations.readDefinitions());
  return met(`the open questions are listed under “${questionsTitle}”.`, questionsTitle);
}

/** Makes citations whose numbers continue those of the document. */
export function continueCitations(document: SplitDocument): Citations {
  return createCitations(
    nextFootnote(document),
    document.footnotes.map((line) => line.trimEnd()),
  );
}

function nextFootnote(document: SplitDocument): number {
  const numbers = document.footnotes.map((line) => Number(/^\[\^(\d{1,6})\]/.exec(line)?.[1] ?? 0));
  return numbers.reduce((top, number) => Math.max(top, number), 0) + 1;
}

/** Adds definitions after those of the document. */
export function addFootnotes(document: SplitDocument, definitions: string[]): void {
  const last = document.footnotes.at(-1);
  if (last !== undefined && !last.endsWith('\n')) document.footnotes[document.footnotes.length - 1] = `${last}\n`;
  document.footnotes.push(...definitions.map((line) => `${line}\n`));
}
