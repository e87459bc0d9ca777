import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { Query } from '../brief/make-query.ts';
import type { Passage } from '../material/passage.ts';

export interface RankedPassage {
  passage: Passage;
  /** Sum of relevance to the query and of manner, 0 to about 1.2. */
  score: number;
  /** Number of different stems of the query in the passage. */
  hits: number;
}

/** Number of passages that a ranking holds. */
const maxRanked = 1_500;

/** Ranks passages by BM25 against the query and by manner: figures, origin, length. Equal scores keep reading order. */
export async function rankPassages(passages: Passage[], query: Query, timeSlice: TimeSlice): Promise<RankedPassage[]> {
  const best = (await scoreRelevance(passages, query, timeSlice)).sort(compareRanked).slice(0, maxRanked);
  const top = Math.max(1e-9, best[0]?.score ?? 0);
  const ranked = best.map((entry) => ({ ...entry, score: entry.score / top + scoreManner(entry.passage) }));
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

function scoreManner({ text, origin, stems, clipped, isInstruction }: Passage): number {
  const figures = /\d/.test(text) ? 0.08 : 0;
  const brief = origin.kind === 'brief' ? 0.06 : 0;
  const length = stems.length < 4 ? -0.15 : stems.length > 40 ? -0.1 : 0;
  const markup = /[<>{}|\\]|https?:/.test(text) ? -0.2 : 0;
  return figures + brief + length + markup + (clipped ? -0.2 : 0) + (isInstruction ? -1 : 0);
}
