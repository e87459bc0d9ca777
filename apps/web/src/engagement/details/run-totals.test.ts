import type { StoredRunEvent } from '@ecp/sdk/follow-run';
import { expect, test } from 'vitest';
import { readRunTotals } from './run-totals.ts';

const began = Date.parse('2026-03-01T10:00:00Z');
const after = (seconds: number) => ({
  id: null,
  timestamp: new Date(began + seconds * 1_000).toISOString(),
});
const task = {
  id: 'a',
  name: 'Market',
  description: '',
  agent: 'analyst',
  dependsOn: [],
  filename: 'market.md',
};
const delegation = {
  type: 'delegation',
  taskId: 'a',
  from: 'analyst',
  to: 'lawyer',
  question: 'May we?',
} as const;
const spent = {
  type: 'cost',
  input_tokens: 900,
  output_tokens: 80,
  cached_input_tokens: 0,
} as const;

test('a run that has just started has waiting tasks and no cost', () => {
  const events: StoredRunEvent[] = [
    { ...after(0), type: 'status', status: 'running', error: null, failureReason: null },
    { ...after(1), type: 'plan', planned: true, tasks: [task] },
  ];
  const { tasks, ...rest } = readRunTotals(events);
  expect(tasks).toEqual([
    {
      id: 'a',
      name: 'Market',
      agent: 'analyst',
      model: null,
      state: 'waiting',
      error: null,
      failureReason: null,
      cost: null,
      durationMs: null,
    },
  ]);
  expect(rest).toEqual({ spending: [], consultations: [], steps: 0 });
});

test('tasks have model, cost and time; questions between the same two agents add up', () => {
  const started = {
    type: 'task_started',
    taskId: 'a',
    taskName: 'Market',
    agent: 'analyst',
    model: 'm',
  } as const;
  const completed = { status: 'completed', error: null, failureReason: null } as const;
  const ended = { type: 'task_complete', taskId: 'a', taskName: 'Market', ...completed } as const;
  const events: StoredRunEvent[] = [
    { ...after(0), type: 'plan', planned: false, tasks: [task] },
    { ...after(2), ...started },
    { ...after(3), ...delegation, cost: 0.01 },
    { ...after(4), ...delegation, cost: 0, reused: true },
    { ...after(5), ...spent, estimated_cost: 0.04, steps: 3 },
    { ...after(9), ...ended, cost: 0.04 },
  ];
  const figures = readRunTotals(events);
  expect(figures.tasks[0]).toMatchObject({
    model: 'm',
    state: 'completed',
    cost: 0.04,
    durationMs: 7_000,
  });
  expect(figures.consultations).toEqual([
    { from: 'analyst', to: 'lawyer', count: 2, cost: 0.01, reused: 1 },
  ]);
  expect(figures.spending).toEqual([
    { atMs: 5_000, cost: 0.04, inputTokens: 900, outputTokens: 80 },
  ]);
  expect(figures.steps).toBe(3);
});

test('a run without events has no figures', () => {
  expect(readRunTotals([])).toEqual({ tasks: [], spending: [], consultations: [], steps: 0 });
});
