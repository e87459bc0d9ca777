import type { StoredRunEvent } from '@ecp/sdk/follow-run';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  misleadingQuery,
  type RecordedRun,
  recordOfflineRuns,
  recordPricedRuns,
} from '../../../../../e2e/testing/record-engine-runs.ts';
import { describeTask, readOutcome } from '../../engagement/run/describe-run.ts';
import { appearanceOf } from '../../engagement/tasks/task-appearance.ts';
import {
  applyEvents,
  emptyRunProjection,
  filterLines,
  type RunProjection,
  wholeLog,
} from './run-projection.ts';

let runs: Record<'completed' | 'stopped' | 'failed' | 'exhausted', RunProjection>;
beforeAll(async () => {
  const { completed, stopped } = await recordOfflineRuns();
  const { failed, exhausted } = await recordPricedRuns();
  runs = {
    completed: projection(completed),
    stopped: projection(stopped),
    failed: projection(failed),
    exhausted: projection(exhausted),
  };
});

/**
 * Applies the events as a page gets them from the stream: with stream ids and without the texts of
 * documents.
 */
function projection({ runId, events }: RecordedRun): RunProjection {
  const streamed = events.map(({ seq, ...event }) => {
    const {
      content: _content,
      citations: _citations,
      ...shown
    } = { content: null, citations: null, ...event };
    return { ...shown, id: `${runId}:${seq}` } as StoredRunEvent;
  });
  // Applies them in two parts, as from two connections.
  const half = Math.floor(streamed.length / 2);
  return applyEvents(
    applyEvents(emptyRunProjection, streamed.slice(0, half)),
    streamed.slice(half),
  );
}

function outcomeOf(run: RunProjection) {
  const { status, error, failureReason } = run;
  if (status === null) throw new Error('The run has no status');
  return readOutcome({
    status,
    error,
    failureReason,
    projection: run,
    engagement: { deliverables: [], sample: false },
  });
}

const taskOf = (run: RunProjection, id: string) => {
  const task = run.tasks.find((candidate) => candidate.id === id);
  if (!task) throw new Error(`The projection has no task ${id}`);
  return {
    look: appearanceOf(task, 'failed'),
    words: describeTask(task, run.tasks, 'failed'),
    task,
  };
};
const atLevel = (run: RunProjection, level: 'warning' | 'error') =>
  filterLines(run.lines, { ...wholeLog, level });

describe('the events of a run of the engine', () => {
  test('that completes show every task as done, with its agent, cost and document', () => {
    const { completed: run } = runs;
    expect(outcomeOf(run)).toMatchObject({ kind: 'completed', reason: null, finished: 3 });
    expect(run).toMatchObject({
      status: 'completed',
      error: null,
      failureReason: null,
      planned: false,
    });
    expect(run.tasks.map((task) => appearanceOf(task, 'completed'))).toEqual([
      'done',
      'done',
      'done',
    ]);
    for (const { model, wordCount, score } of run.tasks) {
      // The offline model counts words and references, which is no score.
      expect({ model, wordCount, score }).toEqual({
        model: 'local/extractive',
        score: null,
        wordCount: expect.any(Number),
      });
    }
    expect(run.reports).toEqual(['_run_report.md', '_operations_review.md']);
    expect(atLevel(run, 'error')).toEqual([]);
    for (const { agent } of run.tasks) {
      expect(filterLines(run.lines, { ...wholeLog, agent }).length).toBeGreaterThanOrEqual(3);
    }
    expect(run.lines[0]).toMatchObject({ level: 'info', agent: null });
  });

  test('that is stopped show the stop and no failed task', () => {
    const { stopped: run } = runs;
    expect(outcomeOf(run)).toMatchObject({ kind: 'stopped', reason: null });
    expect(run).toMatchObject({
      status: 'failed',
      error: 'Stopped by user',
      failureReason: 'stopped',
    });
    expect(taskOf(run, 'plan').look).toBe('stopped');
    expect(atLevel(run, 'error')).toEqual([]);
  });

  test('with a failing task show the task, its reason and the tasks that could not start', () => {
    const { failed: run } = runs;
    expect(outcomeOf(run)).toMatchObject({ kind: 'failed', finished: 1 });
    expect(outcomeOf(run)?.reason).toMatch(
      /^1 of 3 tasks failed: The model fake-model refused the request/,
    );
    expect(run).toMatchObject({ status: 'failed', failureReason: 'tasks_failed' });
    expect(taskOf(run, 'market').look).toBe('done');
    expect(taskOf(run, 'costs')).toMatchObject({
      look: 'failed',
      words: expect.stringContaining('refused the request'),
    });
    expect(taskOf(run, 'plan')).toMatchObject({
      look: 'skipped',
      words: 'A task that it builds on did not complete',
    });
    const errors = atLevel(run, 'error');
    expect(errors.map(({ agent }) => agent)).toEqual([
      taskOf(run, 'costs').task.agent,
      taskOf(run, 'plan').task.agent,
    ]);
  });

  test('with a search whose words read like a failure show no error', () => {
    const { failed: run } = runs;
    const [line] = filterLines(run.lines, { ...wholeLog, text: misleadingQuery });
    expect(line).toMatchObject({ level: 'info', agent: taskOf(run, 'market').task.agent });
  });

  test('that exhausts its budget show this, with the amount spent', () => {
    const { exhausted: run } = runs;
    expect(outcomeOf(run)?.kind).toBe('exhausted');
    expect(outcomeOf(run)?.reason).toMatch(/^Budget exhausted: spent \$0\.\d+ of \$0\.05$/);
    expect(run).toMatchObject({ status: 'failed', failureReason: 'budget_exhausted' });
    expect(atLevel(run, 'error').length).toBeGreaterThan(0);
    expect(run.cost).toBeLessThanOrEqual(0.05);
  });
});
