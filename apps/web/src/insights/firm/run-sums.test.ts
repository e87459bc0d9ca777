import type { LibraryEntry } from '@ecp/contract/reach/library';
import { expect, test } from 'vitest';
import { type EngagementRun, findOutliers, listEngagementRuns, median, sumByModel } from './run-sums.ts';

type Totals = Partial<LibraryEntry['jsonData']['totals']>;
type Models = LibraryEntry['jsonData']['models'];

function entryOf(engagementId: string, totals: Totals, models: Models = []): LibraryEntry {
  return {
    id: engagementId,
    engagementId,
    engagementName: `Name of ${engagementId}`,
    title: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    jsonData: {
      formatVersion: 1,
      engagementId,
      runId: 'r',
      planned: false,
      offlineModel: false,
      tasks: [],
      rubrics: [],
      models,
      totals: { tasks: 2, completed: 2, averageScore: 80, costUsd: 1, durationMs: 1_000, ...totals },
    },
  };
}
const run = (engagementId: string, change: Partial<EngagementRun> = {}): EngagementRun => {
  const usual = { name: engagementId, tasks: 2, completed: 2, score: 80, costUsd: 1, durationMs: 1_000 };
  return { engagementId, ...usual, ...change };
};
const wrote = (model: string, tasks: number, averageScore: number | null, costUsd: number) => ({
  ...{ model, tasks, averageScore, costUsd },
  averageObserverScore: null,
});

test('lists the newest run of each engagement', () => {
  const runs = listEngagementRuns([entryOf('b', { costUsd: 3 }), entryOf('a', {}), entryOf('b', { costUsd: 1 })]);
  expect(runs.map(({ engagementId, costUsd }) => [engagementId, costUsd])).toEqual([
    ['b', 3],
    ['a', 1],
  ]);
});

test('sums models over runs, with scores weighted by tasks', () => {
  const entries = [
    entryOf('a', {}, [wrote('x', 3, 90, 1), wrote('y', 1, null, 5)]),
    entryOf('b', {}, [wrote('x', 1, 50, 2), wrote('x', 9, null, 0)]),
  ];
  expect(sumByModel(entries)).toEqual([
    { model: 'y', tasks: 1, costUsd: 5, score: null },
    { model: 'x', tasks: 13, costUsd: 3, score: 80 },
  ]);
});

test('finds the engagements that deserve a look, worst first', () => {
  const usual = ['a', 'b', 'c', 'd'].map((id) => run(id));
  const odd = [run('dear', { costUsd: 3 }), run('low', { score: 69.9 }), run('undone', { completed: 1, score: 20 })];
  expect(findOutliers([...usual, ...odd]).map(({ kind, value, run: { name } }) => [name, kind, value])).toEqual([
    ['undone', 'unfinished', 1],
    ['low', 'low_score', 69.9],
    ['dear', 'dear', 3],
  ]);
  expect(findOutliers([run('a'), run('b', { costUsd: 9 })])).toEqual([]);
  expect(findOutliers([])).toEqual([]);
});

test('takes the middle value', () => {
  expect([median([]), median([5]), median([1, 9]), median([9, 1, 2])]).toEqual([0, 5, 5, 2]);
});
