import type { DraftInput, UpstreamDeliverable } from '../../../agents/prompts/prompt-types.ts';
import { checkGaps, type Gap } from '../brief/check-gaps.ts';
import { findPoints, type Point } from '../brief/find-points.ts';
import { findConflicts } from '../conflicts/find-conflicts.ts';
import { chooseConflicts, writeConflicts } from '../conflicts/write-conflicts.ts';
import { createCitations } from '../document/citations.ts';
import { composeDocument } from '../document/compose.ts';
import { type Evidence, gatherEvidence } from '../document/gather-evidence.ts';
import { upstreamTitle, writeConsultations, writeUpstream } from '../document/write-contributions.ts';
import { type DraftLimits, writeAsks, writeEvidence } from '../document/write-evidence.ts';
import { chooseFurtherFigures, collectFigures, writeFigures } from '../document/write-figures.ts';
import {
  findLacking,
  findSilentTerms,
  type OpenPoints,
  writeNextSteps,
  writeOpenQuestions,
  writeRisks,
} from '../document/write-open-points.ts';
import { writePoints } from '../document/write-points.ts';
import { writeNotice, writeSummary } from '../document/write-summary.ts';
import { chooseTables, writeTables } from '../document/write-tables.ts';
import { readOwnTerms, readTaskTerms } from '../evidence/make-query.ts';
import { pickDiverse } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import type { Pace } from '../pace.ts';
import { applyReviewNotes } from '../revision/apply-review-notes.ts';
import { flattenText } from '../text/clean-line.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import { readStems } from '../text/read-words.ts';

/** Figures that are counted; a table shows fewer. */
const maxFigures = 400;
/** Statements that name gaps, of which a draft lists so many. */
const maxLacking = 6;
/** Of so few statements none is too far from the task. */
const smallMaterial = 20;
/** Fewer statements than these, and a draft says again what earlier ones said. */
const leastFresh = 6;
const fullLimits: DraftLimits = { sectionStatements: 4, summaryStatements: 4, figures: 8, tables: 3 };

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
      summaryStatements: limits.summaryStatements - 1,
      figures: Math.floor(limits.figures / 2),
      tables: Math.max(0, limits.tables - 1),
    };
    draft = await composeDraft(input, evidence, limits, pace);
  }
  return draft;
}

async function composeDraft(input: DraftInput, evidence: Evidence, limits: DraftLimits, pace: Pace): Promise<string> {
  const { task } = input;
  const citations = createCitations();
  const isKnown = findKnown(input.upstream);
  const fresh = evidence.statements.filter((statement) => !isKnown(statement));
  const isThin = fresh.length < leastFresh;
  const facts = pickDiverse(isThin ? evidence.statements : fresh, limits.summaryStatements);
  const body = evidence.statements.filter((statement) => !facts.includes(statement));
  const points = findPoints(task);
  const conflicts = await findConflicts(evidence.material, pace);
  const tables = chooseTables(evidence.material.tables, task, input.upstream, limits.tables);
  const gaps = await findGaps(input, evidence, pace);
  const silent = points.length > 1 ? [] : await findSilentTerms(readOwnTerms(input.engagement, task), evidence, pace);
  const lacking = findLacking(evidence);
  const open: OpenPoints = { gaps, lacking: pickDiverse(lacking, maxLacking), empty: [], silent };
  const own = readTaskStems(input, points);
  const concerned = chooseConflicts(conflicts, own, new Set(facts.map(({ passage }) => passage.text)));
  const summary = writeSummary(input, { facts, tables: tables.shown, conflicts: concerned, open }, citations);
  const asks = writeAsks(evidence, citations);
  const withoutGaps = body.filter((statement) => !lacking.includes(statement));
  const room = limits.sectionStatements;
  const written =
    points.length > 1
      ? await writePoints(points, { statements: withoutGaps, facts, isKnown }, room, citations, pace)
      : {
          empty: [],
          ...(await writeEvidence(
            task.kind,
            isThin ? withoutGaps : withoutGaps.filter((entry) => !isKnown(entry)),
            limits,
            citations,
            pace,
          )),
        };
  open.empty = written.empty;
  const used = [...facts, ...written.used];
  const figures = await collectFigures(
    [...used, ...evidence.asks, ...body.filter(({ hits }) => hits > 1 || body.length <= smallMaterial)],
    maxFigures,
    pace,
  );
  const quoted = new Set(used.map(({ passage }) => passage));
  const further = chooseFurtherFigures(
    figures.filter(({ passage }) => !quoted.has(passage)),
    limits.figures,
  );
  return composeDocument(
    describeDraft(input),
    escapeMarkdown(flattenText(task.name, 200)) || 'Draft',
    writeNotice(evidence),
    [
      { title: 'Executive summary', body: summary },
      { title: 'What is asked', body: asks },
      ...written.sections,
      { title: 'Figures', body: writeFigures(further, citations) },
      { title: 'Tables from the sources', body: writeTables(tables, citations) },
      { title: 'Where the sources differ', body: writeConflicts(concerned, citations) },
      { title: 'What colleagues said', body: writeConsultations(input.consultations, used, citations) },
      { title: upstreamTitle, body: writeUpstream(evidence, used, citations) },
      { title: 'Risks and assumptions', body: writeRisks(evidence, [...used, ...open.lacking], citations) },
      { title: 'Open questions', body: writeOpenQuestions(open, evidence, citations) },
      { title: 'Next steps', body: writeNextSteps(open, concerned, figures, tables.shown.length > 0) },
    ],
    citations.readDefinitions(),
  );
}

/** The stems of the task's points and terms, and those of its name without the client's and the engagement's own. */
function readTaskStems({ engagement, task }: DraftInput, points: Point[]) {
  const given = new Set(readStems(`${engagement.client} ${engagement.name}`));
  const terms = readTaskTerms(task).map(({ stem }) => stem);
  return {
    task: new Set([...points.flatMap(({ stems }) => [...stems]), ...terms]),
    name: new Set(readStems(task.name).filter((stem) => !given.has(stem))),
  };
}

/** What the kind of task must know and neither material nor earlier work tells. */
function findGaps({ task }: DraftInput, { statements, asks, upstream }: Evidence, pace: Pace): Promise<Gap[]> {
  const earlier = upstream.flatMap((document) => document.statements);
  return checkGaps(
    task.kind,
    [...statements, ...asks, ...earlier].map(({ passage }) => passage),
    pace,
  );
}

/** Tells what an earlier deliverable quotes: this one builds on those. */
function findKnown(upstream: UpstreamDeliverable[]): (statement: RankedPassage) => boolean {
  return ({ passage }) => {
    const shown = escapeMarkdown(passage.text);
    return upstream.some(({ content }) => content.includes(shown));
  };
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
