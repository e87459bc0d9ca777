import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { Passage } from './passage.ts';

/** Stems that the ranking looks for, with their weights. */
export type Query = ReadonlyMap<string, number>;

export interface RankedPassage {
  passage: Passage;
  /** Sum of relevance to the query, centrality, position and figures, 0 to about 1.5. */
  score: number;
  /** Number of different stems of the query in the passage. */
  hits: number;
}

/** Number of passages in the centrality ranking. Its cost grows with the square of this number. */
const maxCentral = 150;

/**
 * Ranks passages by BM25 against the query, centrality among the best (TextRank), position in the document and figures.
 * Deterministic: equal scores keep reading order.
 */
export async function rankPassages(passages: Passage[], query: Query, timeSlice: TimeSlice): Promise<RankedPassage[]> {
  const relevant = await scoreRelevance(passages, query, timeSlice);
  const best = relevant.sort(compareRanked).slice(0, 1500);
  const centrality = await scoreCentrality(best.slice(0, maxCentral), timeSlice);
  const top = Math.max(1e-9, best[0]?.score ?? 0);
  const ranked = best.map((entry, index) => ({
    ...entry,
    score: 0.6 * (entry.score / top) + 0.3 * (centrality[index] ?? 0) + scoreManner(entry.passage),
  }));
  return ranked.sort(compareRanked);
}

function compareRanked(a: RankedPassage, b: RankedPassage): number {
  return b.score - a.score || a.passage.order - b.passage.order;
}

async function scoreRelevance(passages: Passage[], query: Query, timeSlice: TimeSlice): Promise<RankedPassage[]> {
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
    for (const stem of passage.stems) if (query.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
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

async function scoreCentrality(entries: RankedPassage[], timeSlice: TimeSlice): Promise<number[]> {
  const sets = entries.map((entry) => new Set(entry.passage.stems));
  const weights = entries.map(() => new Float64Array(entries.length));
  for (const [row, first] of sets.entries()) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const [column, second] of sets.entries()) {
      if (column <= row || first.size < 2 || second.size < 2) continue;
      let shared = 0;
      for (const stem of first) if (second.has(stem)) shared += 1;
      const weight = shared / (Math.log(first.size) + Math.log(second.size));
      const [forth, back] = [weights[row], weights[column]];
      if (forth && back) forth[column] = back[row] = weight;
    }
  }
  return iterateRank(weights, timeSlice);
}

async function iterateRank(weights: Float64Array[], timeSlice: TimeSlice): Promise<number[]> {
  const sums = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = weights.map(() => 1);
  for (let round = 0; round < 12; round += 1) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const flows = ranks.map((rank, index) => (sums[index] ? rank / (sums[index] ?? 1) : 0));
    ranks = weights.map(
      (row) => 0.15 + 0.85 * row.reduce((sum, weight, index) => sum + weight * (flows[index] ?? 0), 0),
    );
  }
  const top = Math.max(1e-9, ...ranks);
  return ranks.map((rank) => rank / top);
}

function scoreManner({ text, origin, stems, clipped, isInstruction }: Passage): number {
  const figures = /\d/.test(text) ? 0.08 : 0;
  const brief = origin.kind === 'brief' ? 0.06 : 0;
  const length = stems.length < 4 ? -0.15 : stems.length > 40 ? -0.1 : 0;
  const markup = /[<>{}|\\]|https?:/.test(text) ? -0.2 : 0;
  return figures + brief + length + markup + (clipped ? -0.2 : 0) + (isInstruction ? -1 : 0);
}
