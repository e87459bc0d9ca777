import { describe, expect, it } from 'vitest';
import type { PastTask, ReviewOutcome } from './estimates.ts';
import { calibrateJudges } from './estimates.ts';

const document = (
  score: number | null,
  review: ReviewOutcome | null = null,
  failed = false,
): PastTask => ({
  model: 'amber',
  kind: 'research',
  agentSlug: 'a',
  costNanoUsd: null,
  ageDays: 0,
  score,
  review,
  failed,
});
const many = (count: number, score: number, review: ReviewOutcome) =>
  Array(count).fill(document(score, review));

describe('calibrateJudges', () => {
  const read = calibrateJudges([]);

  it('trusts the judges before anybody has reviewed', () => {
    expect(read(document(82)).mean).toBeCloseTo(82, -0.7);
    expect(read(document(60)).mean).toBeCloseTo(60, -0.7);
  });

  it('knows nothing of a document without score and review', () => {
    expect(read(document(null)).variance).toBe(Number.POSITIVE_INFINITY);
  });

  it('lets a review correct the score, and a failure count as a rejection', () => {
    expect(read(document(82, 'rejected')).mean).toBeLessThan(
      read(document(82, 'revision_requested')).mean - 5,
    );
    expect(read(document(82, 'revision_requested')).mean).toBeLessThan(read(document(82)).mean - 5);
    expect(read(document(60, 'approved')).mean).toBeGreaterThan(read(document(60)).mean + 3);
    expect(read(document(null, null, true))).toEqual(read(document(null, 'rejected')));
  });

  it('stretches the scale of judges who hardly use it, and lowers that of lenient ones', () => {
    const flat = calibrateJudges([...many(15, 77, 'approved'), ...many(15, 71, 'rejected')]);
    const stretch = flat(document(77)).mean - flat(document(71)).mean;
    expect(stretch).toBeGreaterThan(1.3 * (read(document(77)).mean - read(document(71)).mean));
    expect(flat(document(77)).variance).toBeGreaterThan(read(document(77)).variance);
    const lenient = calibrateJudges([
      ...many(15, 92, 'approved'),
      ...many(15, 80, 'revision_requested'),
    ]);
    expect(lenient(document(84)).mean).toBeLessThan(read(document(84)).mean - 4);
  });

  it('gives little weight to scores that say nothing about reviews', () => {
    const blind = calibrateJudges(
      [85, 75].flatMap((score) => [...many(15, score, 'approved'), ...many(15, score, 'rejected')]),
    );
    expect(blind(document(85)).variance).toBeGreaterThan(3 * read(document(85)).variance);
  });
});
