import { expect, test } from 'vitest';
import { expectTime } from './expect-time.ts';

const task = (id: string, dependsOn: string[] = [], model: string | null = 'sonnet') => ({
  id,
  dependsOn,
  model,
});
const learned = [
  { model: 'sonnet', ms: 60_000, tasks: 10 },
  { model: 'opus', ms: 120_000, tasks: 5 },
  { model: 'local/extractive', ms: 1_200, tasks: 90 },
];

// OVR-5
test('a run takes as long as its longest chain of tasks', () => {
  const tasks = [task('market'), task('costs', [], 'opus'), task('paper', ['market', 'costs'])];
  expect(expectTime(tasks, learned, 'provider')).toEqual({
    seconds: 180,
    tasks: [
      { taskId: 'market', seconds: 60 },
      { taskId: 'costs', seconds: 120 },
      { taskId: 'paper', seconds: 60 },
    ],
    learnedFromTasks: 15,
  });
  // A rerun does not wait for what is written already.
  expect(expectTime([task('paper', ['market'])], learned, 'provider')).toMatchObject({
    seconds: 60,
  });
});

// OVR-5
test('a model without finished tasks takes as long as others of a provider, never as the offline model', () => {
  expect(expectTime([task('market', [], 'gpt')], learned, 'provider')).toMatchObject({
    seconds: 80,
    learnedFromTasks: 15,
  });
  expect(expectTime([task('market')], learned.slice(2), 'provider')).toMatchObject({
    seconds: 180,
    learnedFromTasks: 0,
  });
  expect(expectTime([task('market', [], 'local/extractive')], learned, 'provider')).toMatchObject({
    seconds: 2,
    learnedFromTasks: 90,
  });
});

// OVR-5
test('nothing is expected while neither tasks nor models are known', () => {
  expect(expectTime([], learned, 'provider')).toEqual({
    seconds: null,
    tasks: [],
    learnedFromTasks: 0,
  });
  expect(expectTime([task('market', [], null)], [], 'provider')).toEqual({
    seconds: null,
    tasks: [],
    learnedFromTasks: 0,
  });
});

// OVR-5
test('a model that is still to be chosen takes as long as others of its kind, and is unknown without any', () => {
  const open = [task('market', [], null)];
  expect(expectTime(open, learned, 'provider')).toMatchObject({
    seconds: 80,
    learnedFromTasks: 15,
  });
  expect(expectTime(open, learned, 'offline')).toMatchObject({ seconds: 2, learnedFromTasks: 90 });
  expect(expectTime(open, learned.slice(2), 'provider')).toMatchObject({
    seconds: null,
    tasks: [],
  });
  expect(expectTime(open, learned, null)).toMatchObject({ seconds: null, tasks: [] });
});
