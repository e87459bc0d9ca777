import type { TaskConfiguration } from '@ecp/contract/work/engagements';

/** Parses tasks that were stored in the browser; null for anything else. */
export function readTasks(text: string): TaskConfiguration[] | null {
  const kept: unknown = JSON.parse(text);
  return areTasks(kept) ? kept : null;
}

/** Whether a value has the shape of tasks. */
export function areTasks(value: unknown): value is TaskConfiguration[] {
  return (
    Array.isArray(value) &&
    value.every(
      (task) =>
        typeof task === 'object' && task !== null && typeof task.id === 'string' && typeof task.name === 'string',
    )
  );
}
