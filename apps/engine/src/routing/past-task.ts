/** A finished task of the tenant, of the kind that is being routed. */
export interface PastTask {
  model: string;
  agentSlug: string;
  /** The reward, 0 to 100 (see rewardOf). */
  reward: number;
  /** Cost of all calls of the task. Null while it is unknown. */
  costNanoUsd: number | null;
  ageDays: number;
}

/** A past task with its weight: 1 if new, repeatedly halved with age. */
export interface WeighedTask extends PastTask {
  weight: number;
}

/** Half-life of a task in newer tasks of the kind and in days, because a model may change under the same name. */
const halfLifeTasks = 30;
const halfLifeDays = 90;

/** Weighs past tasks by age. The newest comes first. */
export function weighPastTasks(past: readonly PastTask[]): WeighedTask[] {
  return past.map((task, newer) => {
    return { ...task, weight: 0.5 ** (newer / halfLifeTasks + Math.max(0, task.ageDays) / halfLifeDays) };
  });
}
