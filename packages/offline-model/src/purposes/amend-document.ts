import type { AnsweredNote, PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { gatherEvidence } from '../evidence/gather-evidence.ts';
import { frameOf, readHeadings } from '../frame/frame-of.ts';
import { createCitations } from '../pack/citations.ts';
import { writeUpstream } from '../pack/write-findings.ts';
import { applyNote } from '../revision/apply-note.ts';
import { applySourceChanges } from '../revision/apply-source-changes.ts';
import { beginChange, type DocumentChange, listEdits, titleOf } from '../revision/document-change.ts';
import { replaceWords } from '../revision/replace-words.ts';
import type { RequestOutcome } from '../revision/request-outcome.ts';

const maxIssues = 20;

/**
 * Answers notes and issues by editing only the sections that extraction can change for them. Notes about changed sources
 * are carried out from their data. A document that has no other notes changes nowhere else.
 */
export async function amendDocument(
  input: PromptInputs['amend'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['amend']> {
  const context = { input, evidence: await gatherEvidence(input, timeSlice), timeSlice };
  const change = beginChange(input.sections, input.footnotes);
  const { asked, reviewNotes, comments = [], sourceChanges = [] } = input;
  const told = new Set(sourceChanges.map(({ note }) => note));
  const isOther = (_: string, index: number) => !told.has(index + 1);
  const hasOthers = told.size === 0 || comments.length > 0 || reviewNotes.some(isOther);
  if (hasOthers && asked.length > 0 && input.upstream.some(({ isNewer }) => isNewer)) renewUpstream(change, input);
  const askedChanges = sourceChanges.filter(({ note }) => asked.includes(note));
  const done = applySourceChanges(change, askedChanges, input.engagement.language);
  const answers: AnsweredNote[] = [];
  for (const note of asked) {
    const comment = comments[note - reviewNotes.length - 1];
    const proposed = comment && replaceWords(change, comment, input.engagement.language);
    const text = comment?.body ?? reviewNotes[note - 1];
    if (proposed) answers.push(toAnswer(note, [proposed]));
    if (proposed || text === undefined) continue;
    answers.push(toAnswer(note, done.get(note) ?? (await applyNote(change, text, context))));
  }
  const issues = hasOthers ? input.issues.slice(0, maxIssues) : [];
  for (const issue of issues) await applyNote(change, issue, context);
  return { answers, edits: listEdits(change) };
}

/** Rewrites the section that names earlier documents after one of them has changed. */
function renewUpstream({ now }: DocumentChange, { upstream, engagement: { language } }: PromptInputs['amend']): void {
  const place = now.findIndex((section) => readHeadings('upstream').includes(titleOf(section)));
  if (place === -1) return;
  const writing = { frame: frameOf(language), language, citations: createCitations() };
  now[place] = `## ${titleOf(now[place] ?? null)}\n\n${writeUpstream(upstream, writing)}\n`;
}

/** Combines the outcomes of a note into one answer. It is partly met when only some requests could be carried out. */
function toAnswer(note: number, outcomes: readonly RequestOutcome[]): AnsweredNote {
  const [first, ...others] = outcomes.map(({ status }) => status);
  const status = first !== undefined && others.every((other) => other === first) ? first : 'partly';
  const section = outcomes.find((outcome) => outcome.section !== null)?.section ?? '';
  return { note, status, answer: outcomes.map(({ text }) => text).join(' '), section };
}
