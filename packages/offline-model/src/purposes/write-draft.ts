import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { checkGaps, type Gap } from '../brief/check-gaps.ts';
import { readOwnTerms } from '../brief/make-query.ts';
import { findConflicts } from '../conflicts/find-conflicts.ts';
import { type ChosenStatements, chooseStatements } from '../document/choose-statements.ts';
import { type Citations, createCitations } from '../document/citations.ts';
import { composeDocument } from '../document/compose.ts';
import { type DraftEvidence, gatherEvidence } from '../document/gather-evidence.ts';
import { chooseConflicts, writeConflicts } from '../document/write-conflicts.ts';
import { upstreamTitle, writeConsultations, writeUpstream } from '../document/write-contributions.ts';
import { type DraftLimits, writeBriefRequests, writeEvidence } from '../document/write-evidence.ts';
import { chooseFurtherFigures, collectFigures, writeFigures } from '../document/write-figures.ts';
import {
  findUnmentionedTerms,
  type OpenPoints,
  writeNextSteps,
  writeOpenQuestions,
  writeRisks,
} from '../document/write-open-points.ts';
import { type WrittenPoints, writePoints } from '../document/write-points.ts';
import { writeNotice, writeSummary } from '../document/write-summary.ts';
import { chooseTables, writeTables } from '../document/write-tables.ts';
import { applyReviewNotes } from '../revision/apply-review-notes.ts';
import { flattenText } from '../text/clean-line.ts';
import { joinWords, spellCountOf } from '../text/spell-count.ts';

/** Number of figures that are counted. A table shows fewer. */
const maxFigures = 400;
const fullLimits: DraftLimits = { sectionStatements: 4, summaryStatements: 4, figures: 8, tables: 3 };

/**
 * Writes a deliverable by extraction (MOD-5). With reviewer's notes, the previous version changes only where a note
 * asks for it; without notes, a new draft is written.
 * @param maxBytes size that the answer should not exceed
 */
export async function writeDraft(input: DraftInput, maxBytes: number, timeSlice: TimeSlice): Promise<string> {
  const evidence = await gatherEvidence(input, timeSlice);
  if (input.previous && input.reviewNotes.length > 0) {
    return applyReviewNotes(input.previous.content, input.reviewNotes, input, evidence, timeSlice);
  }
  let limits = fullLimits;
  let draft = await composeDraft(input, evidence, limits, timeSlice);
  while (Buffer.byteLength(draft) > maxBytes && limits.sectionStatements > 1) {
    limits = {
      sectionStatements: limits.sectionStatements - 1,
      summaryStatements: limits.summaryStatements - 1,
      figures: Math.floor(limits.figures / 2),
      tables: Math.max(0, limits.tables - 1),
    };
    draft = await composeDraft(input, evidence, limits, timeSlice);
  }
  return draft;
}

async function composeDraft(
  input: DraftInput,
  evidence: DraftEvidence,
  limits: DraftLimits,
  timeSlice: TimeSlice,
): Promise<string> {
  const { task } = input;
  const citations = createCitations();
  const choice = chooseStatements(input, evidence, limits.summaryStatements);
  const { facts, points, own } = choice;
  const tables = chooseTables(evidence.material.tables, task, input.upstream, limits.tables);
  const conflicts = chooseConflicts(
    await findConflicts(evidence.material, timeSlice),
    own,
    new Set(facts.map(({ passage }) => passage.text)),
    input.upstream,
  );
  const silent =
    points.length > 1 ? [] : await findUnmentionedTerms(readOwnTerms(input.engagement, task), evidence, timeSlice);
  const gaps = await findGaps(input, evidence, timeSlice);
  const open: OpenPoints = { gaps, lacking: choice.lacking, empty: [], silent };
  const summary = writeSummary(input, { facts, tables: tables.shown, conflicts, open }, citations);
  const asks = writeBriefRequests(evidence, citations);
  const written = await writeFindings(task.kind, choice, limits, citations, timeSlice);
  open.empty = written.empty;
  const used = [...facts, ...written.used];
  const figures = await collectFigures([...used, ...evidence.asks, ...choice.close], maxFigures, timeSlice);
  const quoted = new Set(used.map(({ passage }) => passage));
  const unquoted = figures.filter(({ passage }) => !quoted.has(passage));
  return composeDocument(
    describeDraft(input),
    escapeMarkdown(flattenText(task.name, 200)) || 'Draft',
    writeNotice(evidence),
    [
      { title: 'Executive summary', body: summary },
      { title: 'What is asked', body: asks },
      ...written.sections,
      { title: 'Figures', body: writeFigures(chooseFurtherFigures(unquoted, limits.figures), citations) },
      { title: 'Tables from the sources', body: writeTables(tables, citations) },
      { title: 'Where the sources differ', body: writeConflicts(conflicts, citations) },
      { title: 'What colleagues said', body: writeConsultations(input.consultations, used, citations) },
      { title: upstreamTitle, body: writeUpstream(evidence, used, citations) },
      { title: 'Risks and assumptions', body: writeRisks(choice.close, [...used, ...choice.lacking], citations) },
      { title: 'Open questions', body: writeOpenQuestions(open, evidence, citations) },
      { title: 'Next steps', body: writeNextSteps(open, conflicts, figures, tables.shown.length > 0) },
    ],
    citations.readDefinitions(),
  );
}

/** Writes the findings under the task's own points, or under the outline of its kind if it names too few points. */
async function writeFindings(
  kind: TaskKind,
  { points, facts, body, fresh, isKnown }: ChosenStatements,
  limits: DraftLimits,
  citations: Citations,
  timeSlice: TimeSlice,
): Promise<WrittenPoints> {
  if (points.length > 1)
    return writePoints(points, { statements: body, facts, isKnown }, limits.sectionStatements, citations, timeSlice);
  return { empty: [], ...(await writeEvidence(kind, fresh, limits, citations, timeSlice)) };
}

/** Finds facts that the kind of task needs and that neither material nor earlier work states. */
function findGaps(
  { task }: DraftInput,
  { statements, asks, upstream }: DraftEvidence,
  timeSlice: TimeSlice,
): Promise<Gap[]> {
  const earlier = upstream.flatMap((document) => document.statements);
  return checkGaps(
    task.kind,
    [...statements, ...asks, ...earlier].map(({ passage }) => passage),
    timeSlice,
  );
}

/** Makes the front matter for people: names instead of ids, and no field without a value. */
function describeDraft(input: DraftInput): Record<string, string | boolean> {
  const { task, agent, engagement } = input;
  const fields = {
    title: flattenText(task.name, 200) || 'Draft',
    engagement: flattenText(engagement.name, 200),
    agent: flattenText(agent.name, 100),
    model: 'local/extractive',
    offline: true,
    generated: `by extraction from ${nameMaterial(input)}`,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function nameMaterial({ sources, upstream }: DraftInput): string {
  // Several sources may be parts of one file.
  const files = new Set(sources.map(({ title }) => title)).size;
  const parts = ['the brief'];
  if (files > 0) parts.push(spellCountOf(files, 'attached source'));
  if (upstream.length > 0) parts.push(spellCountOf(upstream.length, 'earlier document'));
  return joinWords(parts);
}
