import { languages } from '@ecp/language/language';
import type { DraftInput, EngagementBrief, TaskBrief } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { frameOf } from '../frame/frame-of.ts';
import { listDocuments, type Material, type Passage, readMaterial } from './read-material.ts';
import { countShared, overlap, readStems, readTopicWords, type Word } from './words.ts';

export type Query = ReadonlyMap<string, number>;

export interface RankedPassage {
  passage: Passage;
  /** Sum of relevance to the query and of manner, 0 to about 1.2. */
  score: number;
  hits: number;
}

const maxDescriptionLength = 4_000;
/** Limits the passages of a ranking. */
const maxRanked = 1_500;
/** Share of common words from which two passages with the same numbers say the same. */
const maxOverlap = 0.55;

/** Stems in the names of a plan's first and last task, which find nothing. */
export const planStems: ReadonlySet<string> = new Set(
  languages.flatMap((language) => {
    const { plan } = frameOf(language);
    return readStems(
      [plan.evidence, plan.evidenceTask, plan.synthesis, plan.synthesisTask].join(' '),
    );
  }),
);

/**
 * Returns the words that a description quotes from the brief, else all its words. Unquoted words
 * are instructions.
 */
export function readAsked(description: string): string {
  const text = description.slice(0, maxDescriptionLength);
  const quoted = [...text.matchAll(/“([^”]+)”|„([^“]+)“|«\s?([^»]+?)\s?»|「([^」]+)」/gu)].map(
    (match) => match.slice(1).find((part) => part !== undefined),
  );
  return quoted.join('\n') || text;
}

/** Returns at most `limit` words that name a task's topic, those of its name first. */
export function readTaskTerms(task: TaskBrief, limit = 14): Word[] {
  return readTopicWords(`${task.name}\n${readAsked(task.description)}`).slice(0, limit);
}

/**
 * Returns the first terms of a task without those of plans, the engagement's name and the client.
 */
export function readOwnTerms(
  { name, client }: EngagementBrief,
  task: TaskBrief,
  limit: number,
): Word[] {
  const given = new Set(readStems(`${name} ${client}`));
  return readTaskTerms(task, limit).filter(({ stem }) => !given.has(stem) && !planStems.has(stem));
}

/** A task's name weighs most, then its description, then the engagement's name. */
function makeTaskQuery(engagement: EngagementBrief, task: TaskBrief): Query {
  const query = new Map<string, number>();
  addWeight(query, engagement.name, 0.3);
  addWeight(query, readAsked(task.description), 1.2);
  addWeight(query, task.name, 3);
  return query;
}

/** Makes a query in which all topic words of a text have the same weight. */
export function makeTextQuery(text: string): Query {
  const query = new Map<string, number>();
  addWeight(query, text.slice(0, maxDescriptionLength), 1);
  return query;
}

function addWeight(query: Map<string, number>, text: string, weight: number): void {
  for (const { stem } of readTopicWords(text))
    query.set(stem, Math.max(weight, query.get(stem) ?? 0));
}

export interface DraftEvidence {
  material: Material;
  /** Best first, without requests, instructions and answers, which have a section of their own. */
  statements: RankedPassage[];
  asks: RankedPassage[];
}

export async function gatherEvidence(
  input: DraftInput,
  timeSlice: TimeSlice,
): Promise<DraftEvidence> {
  const query = makeTaskQuery(input.engagement, input.task);
  const material = await readMaterial(listDocuments(input), timeSlice);
  const stated = material.passages.filter(
    (passage) => isStatement(passage) && passage.origin.kind !== 'answer',
  );
  const asked = material.passages.filter(
    ({ isRequest, isInstruction, origin }) =>
      isRequest && !isInstruction && origin.kind === 'brief',
  );
  return {
    material,
    statements: await rankPassages(stated, query, timeSlice),
    asks: await rankPassages(asked, query, timeSlice),
  };
}

/**
 * True for a sentence that states something: no request, instruction, label, or fragment of two
 * words.
 */
export function isStatement({
  isRequest,
  isInstruction,
  isLabel,
  stems,
  text,
  origin,
}: Passage): boolean {
  if (isRequest || isInstruction || isLabel || stems.length < 3 || /[:：]$/.test(text))
    return false;
  return origin.language === 'ja' || stems.length > 20 || !/\S{81}/.test(text);
}

/**
 * Ranks passages by BM25 and by manner (figures, origin, length). Equal scores keep reading order.
 */
export async function rankPassages(
  passages: Passage[],
  query: Query,
  timeSlice: TimeSlice,
): Promise<RankedPassage[]> {
  const best = (await scoreRelevance(passages, query, timeSlice))
    .sort(compareRanked)
    .slice(0, maxRanked);
  const top = Math.max(1e-9, best[0]?.score ?? 0);
  const ranked = best.map((entry) => ({
    ...entry,
    score: entry.score / top + scoreManner(entry.passage),
  }));
  return ranked.sort(compareRanked);
}

function compareRanked(a: RankedPassage, b: RankedPassage): number {
  return b.score - a.score || a.passage.order - b.passage.order;
}

async function scoreRelevance(
  passages: Passage[],
  query: Query,
  timeSlice: TimeSlice,
): Promise<RankedPassage[]> {
  const documentCount = new Map<string, number>();
  let totalLength = 0;
  for (const passage of passages) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    totalLength += passage.stems.length;
    for (const stem of new Set(passage.stems)) {
      if (query.has(stem)) documentCount.set(stem, (documentCount.get(stem) ?? 0) + 1);
    }
  }
  const meanLength = totalLength / Math.max(1, passages.length);
  const ranked: RankedPassage[] = [];
  for (const passage of passages) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const counts = new Map<string, number>();
    for (const stem of passage.stems)
      if (query.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    let score = 0;
    for (const [stem, count] of counts) {
      const seen = documentCount.get(stem) ?? 0;
      const rarity = Math.log(1 + (passages.length - seen + 0.5) / (seen + 0.5));
      const length = 0.25 + (0.75 * passage.stems.length) / Math.max(1, meanLength);
      score += (query.get(stem) ?? 0) * rarity * ((count * 2.2) / (count + 1.2 * length));
    }
    ranked.push({ passage, score, hits: counts.size });
  }
  return ranked;
}

function scoreManner({ text, origin, stems, clipped }: Passage): number {
  const figures = /\d/.test(text) ? 0.08 : 0;
  const brief = origin.kind === 'brief' ? 0.06 : 0;
  const length = stems.length < 4 ? -0.15 : stems.length > 40 ? -0.1 : 0;
  const markup = /[<>{}|\\]|https?:/.test(text) ? -0.2 : 0;
  return figures + brief + length + markup + (clipped ? -0.2 : 0);
}

/**
 * Returns the best passages, each statement once, in reading order.
 * @param ranked best first
 */
export function pickDiverse(ranked: readonly RankedPassage[], limit: number): RankedPassage[] {
  const chosen: { entry: RankedPassage; stems: ReadonlySet<string>; numbers: string }[] = [];
  for (const entry of ranked) {
    if (chosen.length >= limit) break;
    const stems = new Set(entry.passage.stems);
    const numbers = entry.passage.text.replace(/[^\p{Nd}]+/gu, ' ').trim();
    const isCopy = chosen.some(
      (other) =>
        other.numbers === numbers &&
        countShared(stems, other.stems) >= 3 &&
        overlap(stems, other.stems) > maxOverlap,
    );
    if (!isCopy) chosen.push({ entry, stems, numbers });
  }
  return chosen.map(({ entry }) => entry).sort((a, b) => a.passage.order - b.passage.order);
}
