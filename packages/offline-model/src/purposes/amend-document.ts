import type { AnsweredNote, PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { type DraftEvidence, gatherEvidence } from '../document/gather-evidence.ts';
import { upstreamTitle, writeUpstream } from '../document/write-contributions.ts';
import { addFootnotes, applyRequest, continueCitations } from '../revision/apply-request.ts';
import { answerNote } from '../revision/apply-review-notes.ts';
import { describeEdits } from '../revision/describe-edits.ts';
import {
  dropUnusedFootnotes,
  joinDocument,
  makeSection,
  placeSection,
  type SplitDocument,
  splitDocument,
} from '../revision/parse-document.ts';
import { readNote } from '../revision/read-note.ts';
import { type RequestOutcome, writeOutcomes } from '../revision/request-outcome.ts';
import { capitalize } from '../text/spell-count.ts';

const maxIssues = 20;

/** Answers notes and issues by editing only the sections that extraction can change for them. */
export async function amendDocument(
  input: PromptInputs['amend'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['amend']> {
  const evidence = await gatherEvidence(input, timeSlice);
  const context = { input, evidence, timeSlice };
  const document = splitDocument(`${input.sections.join('')}${input.footnotes.join('')}`);
  if (input.asked.length > 0 && input.upstream.some(({ isNewer }) => isNewer)) carryOver(document, evidence);
  const answers: AnsweredNote[] = [];
  for (const note of input.asked) {
    const text = input.reviewNotes[note - 1];
    if (text !== undefined) answers.push(toAnswer(note, await answerNote(document, text, context)));
  }
  for (const issue of input.issues.slice(0, maxIssues)) await applyRequest(document, readNote(issue), context);
  return { answers, edits: describeEdits(input.sections, joinDocument(document)) };
}

/** Rewrites the section with upstream findings after an upstream deliverable has changed. */
function carryOver(document: SplitDocument, evidence: DraftEvidence): void {
  if (!document.sections.some(({ title }) => title === upstreamTitle)) return;
  const citations = continueCitations(document);
  const body = writeUpstream(evidence, [], citations);
  if (body === '') return;
  placeSection(document, makeSection(upstreamTitle, body));
  addFootnotes(document, citations.readDefinitions());
  dropUnusedFootnotes(document);
}

/** Combines the outcomes of a note into one answer. It is partly met when only some requests could be carried out. */
function toAnswer(note: number, outcomes: readonly RequestOutcome[]): AnsweredNote {
  const met = outcomes.filter(({ isMet }) => isMet);
  const section = met.find((outcome) => outcome.section !== null)?.section ?? '';
  if (met.length > 0 && met.length < outcomes.length) {
    return { note, status: 'partly', answer: writeOutcomes(outcomes), section };
  }
  const answer = outcomes.map(({ text }) => capitalize(text)).join(' ');
  return { note, status: met.length > 0 ? 'met' : 'not_met', answer, section };
}
