import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** How people reviewed a document, as the platform reports it (REV-1). */
export type ReviewOutcome = 'approved' | 'revision_requested' | 'rejected';

/** The outcome of a task that one of the tenant's models did, or failed to do. */
export interface PastTask {
  model: string;
  kind: TaskKind;
  agentSlug: string;
  /** The judges' score, 0 to 100 (see judgeScoreOf). Null without one. */
  score: number | null;
  review: ReviewOutcome | null;
  /** True if the model gave no document and the task was left to another one. */
  failed: boolean;
  /** Cost of all calls of the task. Null while it is unknown, and where several models shared it. */
  costNanoUsd: number | null;
  ageDays: number;
}

/** A past task with its weight: 1 if new, repeatedly halved with age. */
export type Weighed<T extends PastTask> = T & { weight: number };

/**
 * A task's weight halves over so many newer tasks of its kind and so many days, because a model may change under its
 * name.
 */
const halfLifeTasks = 25;
const halfLifeDays = 90;

/** Weighs past tasks by age. The newest comes first. */
export function weighPastTasks<T extends PastTask>(past: readonly T[]): Weighed<T>[] {
  const newer = new Map<TaskKind, number>();
  return past.map((task) => {
    const rank = newer.get(task.kind) ?? 0;
    newer.set(task.kind, rank + 1);
    return { ...task, weight: 0.5 ** (rank / halfLifeTasks + Math.max(0, task.ageDays) / halfLifeDays) };
  });
}
