/** A finished task of the tenant's past, of the kind that is being routed. */
export interface PastTask {
  model: string;
  agentSlug: string;
  /** 0 to 100 (see rewardOf). */
  reward: number;
  /** All calls of the task together; null while that is unknown. */
  costNanoUsd: number | null;
  ageDays: number;
}

/** A past task with how much it still says: 1 when new, halved again and again with age. */
export interface WeighedTask extends PastTask {
  weight: number;
}

/** A model may change behind its name: after so many newer tasks of the kind, or so many days, a task counts half. */
const halfLifeTasks = 30;
const halfLifeDays = 90;

/** Weighs past tasks, given newest first, by their age. */
export function weighPastTasks(past: readonly PastTask[]): WeighedTask[] {
  return past.map((task, newer) => {
    return { ...task, weight: 0.5 ** (newer / halfLifeTasks + Math.max(0, task.ageDays) / halfLifeDays) };
  });
}
