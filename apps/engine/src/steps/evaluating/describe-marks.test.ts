import type { Rubric } from '@ecp/model-calls/prompt-types';
import { expect, test } from 'vitest';
import { describeMarks } from './describe-marks.ts';

const rubric: Rubric = {
  type: 'plan',
  version: 3,
  criteria: [
    { id: 'risk', name: 'Risks', description: 'd', weight: 0.6 },
    { id: 'start', name: 'Ready to start', description: 'd', weight: 0.4 },
  ],
};
const mark = (id: string, score: number) => ({ id, score, comment: `on ${id}` });

test('marks keep the name and weight of their criterion, in the order of the rubric', () => {
  expect(describeMarks(rubric, [mark('start', 70), mark('risk', 81)])).toEqual([
    { id: 'risk', name: 'Risks', score: 81, weight: 0.6, comment: 'on risk' },
    { id: 'start', name: 'Ready to start', score: 70, weight: 0.4, comment: 'on start' },
  ]);
});

test('unknown, duplicate and unreadable marks are left out and others clamped, as in the score', () => {
  const marks = [mark('other', 1), mark('start', Number.NaN), mark('risk', 130), mark('risk', 2)];
  expect(describeMarks(rubric, marks)).toEqual([
    { id: 'risk', name: 'Risks', score: 100, weight: 0.6, comment: 'on risk' },
  ]);
});
