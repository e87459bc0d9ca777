import { expect, test } from 'vitest';
import { toBars } from './compare-evidence.ts';

const texts = { id: 'i', title: '', description: '', createdAt: '2026-01-01T00:00:00.000Z' };

test('models are compared by their scores, with tasks and cost as a note', () => {
  const models = [
    { model: 'large', tasks: 10, meanScore: 85.5, meanCostUsd: 0.85 },
    { model: 'small', tasks: 12, meanScore: 60, meanCostUsd: 0 },
  ];
  const measured = { scoreDifference: 25.5, margin: 3, costRatio: null };
  const evidence = { outcome: 'scores_higher' as const, taskKind: 'strategy', models, ...measured };
  expect(toBars({ ...texts, kind: 'model_comparison', evidence })).toEqual({
    label: 'Mean score',
    max: 100,
    bars: [
      { label: 'large', value: 85.5, text: '85.5', note: '10 tasks, $0.85 each' },
      { label: 'small', value: 60, text: '60.0', note: '12 tasks, $0.00 each' },
    ],
  });
});

test('shares of sent-back work use one scale', () => {
  const evidence = { agentSlug: 'lawyer', reviewed: 10, sentBack: 6, othersReviewed: 40, othersSentBack: 4 };
  const comparison = toBars({ ...texts, kind: 'agent_sent_back', evidence });
  expect(comparison?.bars.map(({ value, text }) => [value, text])).toEqual([
    [0.6, '60%'],
    [0.1, '10%'],
  ]);
  expect(comparison?.max).toBe(1);
});
