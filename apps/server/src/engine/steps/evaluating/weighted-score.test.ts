import type { Rubric } from '@ecp/model-calls/prompt-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeMarks, weightedScore } from './evaluate-deliverable.ts';

const criterion = (id: string, weight: number) => ({
  id,
  name: `Name of ${id}`,
  description: id,
  weight,
});
const rubric: Rubric = {
  type: 'general',
  version: 1,
  criteria: [criterion('a', 0.4), criterion('b', 0.3), criterion('c', 0.2), criterion('d', 0.1)],
};
const marks = (scores: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(scores).map(([id, score]) => [id, { score, comment: `on ${id}` }]),
  );

describe('weightedScore', () => {
  test('weighs each criterion and keeps one decimal', () => {
    expect(weightedScore(rubric, marks({ a: 80, b: 70, c: 91, d: 55 }))).toBe(76.7);
  });

  test('always lies between the lowest and the highest mark', () => {
    const score = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(score, score, score, score, (a, b, c, d) => {
        const total = weightedScore(rubric, marks({ a, b, c, d }));
        expect(total).toBeGreaterThanOrEqual(Math.min(a, b, c, d) - 0.05);
        expect(total).toBeLessThanOrEqual(Math.max(a, b, c, d) + 0.05);
      }),
    );
  });
});

test('marks keep the name and weight of their criterion, in the order of the rubric', () => {
  expect(
    describeMarks(rubric, marks({ d: 4, c: 3, b: 2, a: 1 })).map(({ id, weight }) => [id, weight]),
  ).toEqual([
    ['a', 0.4],
    ['b', 0.3],
    ['c', 0.2],
    ['d', 0.1],
  ]);
  expect(describeMarks(rubric, marks({ a: 80, b: 1, c: 1, d: 1 }))[0]).toEqual({
    id: 'a',
    name: 'Name of a',
    score: 80,
    weight: 0.4,
    comment: 'on a',
  });
});
