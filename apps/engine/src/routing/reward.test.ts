import { expect, test } from 'vitest';
import { drawNormal } from './draw-normal.ts';
import { rewardOf } from './reward.ts';

test('a reward combines the existing judgements: review 0.5, evaluator 0.3, observer 0.2', () => {
  expect(rewardOf({ observerScore: 80, evaluatorScore: 70, review: 'approved' })).toBeCloseTo(82, 9);
  expect(rewardOf({ observerScore: 80, evaluatorScore: 70, review: 'revision_requested' })).toBeCloseTo(64.5, 9);
  expect(rewardOf({ observerScore: 80, evaluatorScore: 70, review: 'rejected' })).toBeCloseTo(47, 9);
  expect(rewardOf({ observerScore: 80, evaluatorScore: 70, review: null })).toBeCloseTo(74, 9);
  expect(rewardOf({ observerScore: 80, evaluatorScore: null, review: null })).toBe(80);
  expect(rewardOf({ observerScore: null, evaluatorScore: null, review: 'rejected' })).toBe(20);
  expect(rewardOf({ observerScore: null, evaluatorScore: null, review: null })).toBeNull();
});

test('a seed always gives the same draw; many draws are standard normal', () => {
  expect(drawNormal('run\ntask\nmodel')).toBe(drawNormal('run\ntask\nmodel'));
  const draws = Array.from({ length: 5_000 }, (_, index) => drawNormal(`run\ntask-${index}\nmodel`));
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
  expect(mean).toBeCloseTo(0, 1);
  expect(variance).toBeCloseTo(1, 1);
  expect(draws.filter((draw) => Math.abs(draw) < 1).length / draws.length).toBeCloseTo(0.683, 1);
});
