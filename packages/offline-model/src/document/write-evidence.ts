import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import type { Citations } from './citations.ts';
import { quotePassage } from './citations.ts';
import { type DraftSection, writeList } from './compose.ts';
import type { DraftEvidence } from './gather-evidence.ts';
import { type OutlineSection, readOutline } from './outlines.ts';

/** Size limits of a draft. They are lower when the call caps its answer. */
export interface DraftLimits {
  sectionStatements: number;
  summaryStatements: number;
  figures: number;
  tables: number;
}

/** Number of statements that are sorted under headings. The rest ranks too low. */
const maxSorted = 300;
const maxPicked = 24;

/** Writes "What is asked": the questions and requests of the brief that concern the task. */
export function writeBriefRequests(evidence: DraftEvidence, citations: Citations): string {
  const least = 0.6 * (evidence.asks[0]?.score ?? 0);
  const onTask = evidence.asks.filter((ask, index) => index === 0 || (ask.hits > 0 && ask.score >= least));
  const asks = sortByReading(pickDiverse(onTask, 3));
  return writeList(asks.map((ask) => quotePassage(ask.passage, citations)));
}

/**
 * Fills each section of the kind's outline with the statements that fit it best. An empty section has no body. Used for a
 * task that names no points of its own.
 */
export async function writeEvidence(
  kind: TaskKind,
  statements: RankedPassage[],
  limits: DraftLimits,
  citations: Citations,
  timeSlice: TimeSlice,
): Promise<{ sections: DraftSection[]; used: RankedPassage[] }> {
  const pool = pickDiverse(statements.slice(0, maxSorted), maxPicked);
  const outline = readOutline(kind);
  const piles = outline.map((): RankedPassage[] => []);
  const rest: RankedPassage[] = [];
  for (const statement of pool) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const best = findSection(outline, piles, statement, limits.sectionStatements);
    (piles[best] ?? rest).push(statement);
  }
  const further = rest.filter((statement) => statement.hits > 0).slice(0, limits.sectionStatements);
  const sections = outline.map((entry, index) => ({
    title: entry.title,
    body: quoteAll(piles[index] ?? [], citations),
  }));
  const title = sections.some((section) => section.body !== '') ? 'Further evidence' : 'What the material says';
  sections.push({ title, body: quoteAll(further, citations) });
  return { sections, used: [...piles.flat(), ...further] };
}

function findSection(
  outline: OutlineSection[],
  piles: RankedPassage[][],
  statement: RankedPassage,
  room: number,
): number {
  let best = -1;
  let most = 0;
  for (const [index, { pattern }] of outline.entries()) {
    const { text, heading } = statement.passage;
    const matches = (text.match(pattern)?.length ?? 0) + (heading?.match(pattern) ? 1.5 : 0);
    if (matches > most && (piles[index]?.length ?? 0) < room) [best, most] = [index, matches];
  }
  return best;
}

function quoteAll(statements: RankedPassage[], citations: Citations): string {
  return writeList(sortByReading(statements).map((statement) => quotePassage(statement.passage, citations)));
}
