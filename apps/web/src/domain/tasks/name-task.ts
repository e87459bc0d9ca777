import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../texts/en/tasks.ts';

/** Returns the name of a task, with a substitute if it has none yet. */
export function nameTask(task: TaskConfiguration, index: number): string {
  return task.name.trim() === '' ? taskTexts.unnamed(index + 1) : task.name;
}

/** Returns the names of some tasks, in the order of `ids`. */
export function nameTasks(tasks: readonly TaskConfiguration[], ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const index = tasks.findIndex((task) => task.id === id);
    const task = tasks[index];
    return task ? [nameTask(task, index)] : [];
  });
}
