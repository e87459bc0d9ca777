import type { Rubric } from '@ecp/model-calls/prompt-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weightedScore } from './weighted-score.ts';

const criterion = (id: string, weight: number) => ({ id, name: id, description: id, weight });
const rubric: Rubric = {
  type: 'general',
  version: 1,
  criteria: [criterion('a', 0.4), criterion('b', 0.3), criterion('c', 0.2), criterion('d', 0.1)],
};
const marks = (scores: Record<string, number>) => Object.entries(scores).map(([id, score]) => ({ id, score }));

describe('weightedScore', () => {
  test('weighs each criterion and keeps one decimal', () => {
    expect(weightedScore(rubric, marks({ a: 80, b: 70, c: 91, d: 55 }))).toBe(76.7);
  });

  test('clamps marks outside 0 to 100', () => {
    expect(weightedScore(rubric, marks({ a: 900, b: 100, c: Number.POSITIVE_INFINITY, d: -5 }))).toBe(90);
  });

  test('a criterion without a mark does not change the score', () => {
    expect(weightedScore(rubric, marks({ a: 80, b: 80 }))).toBe(80);
    expect(weightedScore(rubric, marks({ a: 80, b: 80, c: Number.NaN, d: Number.NaN }))).toBe(80);
  });

  test('refuses to score if less than half of the weight was scored', () => {
    expect(() => weightedScore(rubric, marks({ a: 80 }))).toThrow('without a score: b, c, d');
    expect(() => weightedScore(rubric, [])).toThrow(RangeError);
  });

  test('ignores unknown ids; the first of duplicate ids counts', () => {
    const doubled = [...marks({ a: 60, b: 60, c: 60, d: 60, z: 100 }), { id: 'a', score: 100 }];
    expect(weightedScore(rubric, doubled)).toBe(60);
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
