import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** Difficulty of a usual task of each kind, 0 (easy) to 1 (hard). */
export const kindDifficulty: Record<TaskKind, number> = {
  general: 0.3,
  research: 0.45,
  plan: 0.5,
  creative: 0.5,
  analysis: 0.6,
  financial: 0.75,
  strategy: 0.8,
  synthesis: 0.8,
};

/** The properties of a task that determine its difficulty. */
export interface TaskShape {
  kind: TaskKind;
  description: string;
  dependsOn: string[];
}

/** Returns 0 (easy) to 1 (hard), by the task kind, the size of the request and the number of inputs to combine. */
export function taskDifficulty(task: TaskShape): number {
  const asked = Math.min(0.15, task.description.length / 8_000);
  const joined = Math.min(0.1, task.dependsOn.length * 0.03);
  return Math.min(1, kindDifficulty[task.kind] + asked + joined);
}
