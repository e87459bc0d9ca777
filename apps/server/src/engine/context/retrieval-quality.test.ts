import { expect, it } from 'vitest';
import set from '../../../testing/engine/retrieval-set.json' with { type: 'json' };
import { buildTextIndex } from './text-index.ts';

/** The number of first passages that should contain the answer. */
const depth = 5;
/** The least share of questions that a search by words alone must answer. Lower is a regression. */
const recallFloor = 0.9;
const reciprocalRankFloor = 0.8;

it(`finds the answers of a fixed set of questions among the first ${depth} passages`, async () => {
  const index = await buildTextIndex(set.sources);
  const ranks = set.questions.map(([query = '', answer = '']) => {
    const found = index
      .rank(query, depth)
      .findIndex((id) => index.passages[id]?.text.includes(answer));
    return { query, rank: found < 0 ? Number.POSITIVE_INFINITY : found + 1 };
  });
  const missed = ranks.filter(({ rank }) => rank > depth).map(({ query }) => query);
  const recall = 1 - missed.length / ranks.length;
  const reciprocalRank = ranks.reduce((sum, { rank }) => sum + 1 / rank, 0) / ranks.length;
  const measured = `recall@${depth} ${recall.toFixed(2)}, mean reciprocal rank ${reciprocalRank.toFixed(2)}`;
  expect(recall, `${measured}; missed: ${missed.join('; ')}`).toBeGreaterThanOrEqual(recallFloor);
  expect(reciprocalRank, measured).toBeGreaterThanOrEqual(reciprocalRankFloor);
});
