import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import type { StoredRun } from '../../kernel/runs/run-store.ts';
import type { TaskResult } from '../../kernel/runs/task-state.ts';
import type { TaskFacts } from './facts.ts';
import type { RunRecords } from './run-records.ts';
import { sumOf } from './sum-and-mean.ts';

/** Assembles the facts of each task of the run, in the order of the plan. */
export function assembleTasks(run: StoredRun, results: TaskResult[], records: RunRecords): TaskFacts[] {
  const earlier = new Set(run.input.previous.map(({ taskId }) => taskId));
  return (run.tasks ?? []).map((task) => ({
    id: task.id,
    name: task.name,
    kind: task.kind,
    agentSlug: task.agentSlug,
    dependsOn: task.dependsOn,
    filename: task.filename,
    ...endOf(task, results),
    ...qualityOf(task, records),
    wordCount: records.wordCounts.get(task.id) ?? null,
    costNanoUsd: sumOf(
      records.calls.filter(({ taskId }) => taskId === task.id),
      'costNanoUsd',
    ),
    durationMs: durationOf(task, records),
    hasEarlierVersion: earlier.has(task.id),
  }));
}

function endOf({ id }: EngineTask, results: TaskResult[]): Pick<TaskFacts, 'state' | 'error'> {
  const result = results.find(({ taskId }) => taskId === id);
  return { state: result?.state ?? 'not_started', error: result && 'error' in result ? result.error : null };
}

function qualityOf({ id }: EngineTask, { routing, scores }: RunRecords) {
  const routed = routing.find(({ taskId }) => taskId === id);
  const scored = scores.find(({ taskId }) => taskId === id);
  return {
    model: routed?.model ?? null,
    reason: routed?.reason ?? null,
    explored: routed?.explored ?? false,
    // A run that an older release started recorded fewer numbers, with another meaning.
    candidates: (routed?.candidates ?? []).filter((candidate) => 'verdict' in candidate),
    observerScore: routed?.observerScore ?? null,
    evaluation: scored
      ? {
          score: scored.score,
          rubricType: scored.rubricType,
          rubricVersion: scored.rubricVersion,
          criteria: scored.criteria,
        }
      : null,
  };
}

function durationOf({ id }: EngineTask, { taskStartsMs, taskEndsMs }: RunRecords): number | null {
  const startMs = taskStartsMs.get(id);
  const endMs = taskEndsMs.get(id);
  return startMs === undefined || endMs === undefined ? null : endMs - startMs;
}
