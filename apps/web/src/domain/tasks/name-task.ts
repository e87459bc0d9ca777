import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../texts/en/tasks.ts';

/** What a task is called where it has no name yet, too. */
export function nameTask(task: TaskConfiguration, index: number): string {
  return task.name.trim() === '' ? taskTexts.unnamed(index + 1) : task.name;
}

/** The names of some tasks, in their order. */
export function nameTasks(tasks: readonly TaskConfiguration[], ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const index = tasks.findIndex((task) => task.id === id);
    const task = tasks[index];
    return task ? [nameTask(task, index)] : [];
  });
}
