import type { DraftInput } from '../../../agents/prompts/prompt-types.ts';
import { checkGaps } from '../brief/check-gaps.ts';
import { createCitations } from '../document/citations.ts';
import { composeDocument } from '../document/compose.ts';
import { type Evidence, gatherEvidence } from '../document/gather-evidence.ts';
import { writeConsultations, writeUpstream } from '../document/write-contributions.ts';
import { type DraftLimits, writeAsks, writeEvidence } from '../document/write-evidence.ts';
import { collectFigures, writeFigures, writeTables } from '../document/write-figures.ts';
import { findSilentTerms, writeNextSteps, writeOpenQuestions, writeRisks } from '../document/write-open-points.ts';
import { writeNotice, writeSummary } from '../document/write-summary.ts';
import { makeTaskQuery, readOwnTerms } from '../evidence/make-query.ts';
import type { Pace } from '../pace.ts';
import { applyReviewNotes } from '../revision/apply-review-notes.ts';
import { flattenText } from '../text/clean-line.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';

/** Figures that are counted; a table shows fewer. */
const maxFigures = 400;
const fullLimits: DraftLimits = { sectionStatements: 5, figures: 60, tables: 4 };

/**
 * Writes a deliverable by extraction (contract, 1). With reviewer's notes the previous version is changed where a note
 * asks for it and stays as it is elsewhere; without them a fresh draft is written.
 * @param maxBytes size that the answer should keep to
 */
export async function writeDraft(input: DraftInput, maxBytes: number, pace: Pace): Promise<string> {
  const evidence = await gatherEvidence(input, pace);
  if (input.previous && input.reviewNotes.length > 0) {
    return applyReviewNotes(input.previous.content, input.reviewNotes, input, evidence, pace);
  }
  let limits = fullLimits;
  let draft = await composeDraft(input, evidence, limits, pace);
  while (Buffer.byteLength(draft) > maxBytes && limits.sectionStatements > 1) {
    limits = {
      sectionStatements: limits.sectionStatements - 1,
      figures: Math.floor(limits.figures / 2),
      tables: Math.max(0, limits.tables - 1),
    };
    draft = await composeDraft(input, evidence, limits, pace);
  }
  return draft;
}

async function composeDraft(input: DraftInput, evidence: Evidence, limits: DraftLimits, pace: Pace): Promise<string> {
  const { engagement, task, agent } = input;
  const citations = createCitations();
  const query = makeTaskQuery(engagement, task, agent);
  const stated = [...evidence.statements, ...evidence.asks];
  const gaps = await checkGaps(
    task.kind,
    [
      ...stated.map((entry) => entry.passage),
      ...evidence.upstream.flatMap((document) => document.statements.map((entry) => entry.passage)),
    ],
    pace,
  );
  const figures = await collectFigures(stated, maxFigures, pace);
  const silent = await findSilentTerms(readOwnTerms(engagement, task), evidence, pace);
  const summary = writeSummary(input, evidence, gaps, figures.length, citations);
  const asks = writeAsks(evidence, citations);
  const { sections, used } = await writeEvidence(task.kind, evidence, limits, citations, pace);
  return composeDocument(
    describeDraft(input),
    escapeMarkdown(flattenText(task.name, 200)) || 'Draft',
    writeNotice(evidence),
    [
      { title: 'Executive summary', body: summary },
      { title: 'What is asked', body: asks },
      ...sections,
      { title: 'Figures', body: writeFigures(figures, citations, limits.figures) },
      {
        title: 'Tables from the sources',
        body: writeTables(evidence.material.tables, query, limits.tables, citations),
      },
      { title: 'What colleagues said', body: writeConsultations(input.consultations, used, citations) },
      { title: 'Carried over from earlier work', body: writeUpstream(evidence, used, citations) },
      { title: 'Risks and assumptions', body: writeRisks(evidence, citations) },
      { title: 'Open questions', body: writeOpenQuestions(gaps, silent, evidence, citations) },
      { title: 'Next steps', body: writeNextSteps(gaps, figures, silent, evidence) },
    ],
    citations.readDefinitions(),
  );
}

function describeDraft({ task, agent, engagement }: DraftInput): Record<string, string | boolean> {
  return {
    title: flattenText(task.name, 200) || 'Draft',
    engagement: flattenText(engagement.name, 200),
    task: flattenText(task.id, 200),
    agent: flattenText(agent.slug, 100),
    model: 'local/extractive',
    offline: true,
    generated: 'by extraction from the brief and the attached context',
  };
}
