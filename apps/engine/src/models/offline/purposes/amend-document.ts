import type { PromptInputs, PromptOutputs } from '../../../agents/prompts/prompt-types.ts';
import type { NoteAnswer } from '../../../sections/answers-section.ts';
import type { Pace } from '../../../kernel/work-pace.ts';
import { type Evidence, gatherEvidence } from '../document/gather-evidence.ts';
import { upstreamTitle, writeUpstream } from '../document/write-contributions.ts';
import { addFootnotes, applyRequest, continueCitations } from '../revision/apply-request.ts';
import { answerNote } from '../revision/apply-review-notes.ts';
import { describeEdits } from '../revision/describe-edits.ts';
import {
  dropUnusedFootnotes,
  joinDocument,
  makeSection,
  type ParsedDocument,
  parseDocument,
  placeSection,
} from '../revision/parse-document.ts';
import { readNote } from '../revision/read-note.ts';

const maxIssues = 20;

/** Answers notes and issues by edits of the sections that extraction can change for them, and by nothing else. */
export async function amendDocument(input: PromptInputs['amend'], pace: Pace): Promise<PromptOutputs['amend']> {
  const evidence = await gatherEvidence(input, pace);
  const context = { input, evidence, pace };
  const document = parseDocument(`${input.sections.join('')}${input.footnotes.join('')}`);
  if (input.asked.length > 0 && input.upstream.some(({ isNewer }) => isNewer)) carryOver(document, evidence);
  const answers: NoteAnswer[] = [];
  for (const note of input.asked) {
    const text = input.reviewNotes[note - 1];
    if (text !== undefined) answers.push(toAnswer(note, await answerNote(document, text, context)));
  }
  for (const issue of input.issues.slice(0, maxIssues)) await applyRequest(document, readNote(issue), context);
  return { answers, edits: describeEdits(input.sections, joinDocument(document)) };
}

/** Takes up what documents below say now that they have changed: the section of their findings is written anew. */
function carryOver(document: ParsedDocument, evidence: Evidence): void {
  if (!document.sections.some(({ title }) => title === upstreamTitle)) return;
  const citations = continueCitations(document);
  const body = writeUpstream(evidence, [], citations);
  if (body === '') return;
  placeSection(document, makeSection(upstreamTitle, body));
  addFootnotes(document, citations.readDefinitions());
  dropUnusedFootnotes(document);
}

/** Reads "Met: … Not met: …" as one answer. */
function toAnswer(note: number, said: string): NoteAnswer {
  const isMet = /(?:^|\s)Met: /.test(said);
  const isNotMet = /(?:^|\s)Not met: /.test(said);
  const status = isMet && isNotMet ? 'partly' : isMet ? 'met' : 'not_met';
  const answer =
    status === 'partly'
      ? said
      : said.replace(/(^|\s)(?:Not met|Met): (\p{L})/gu, (_, before, first) => before + first.toUpperCase());
  return { note, status, answer };
}
