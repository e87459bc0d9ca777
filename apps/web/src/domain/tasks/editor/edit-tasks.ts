import type { TaskConfiguration } from '@ecp/contract/work/engagements';

/** Maximum number of tasks of an engagement (ENG-8). */
export const maxTasks = 100;

/** Adds an empty task at the end. Its id is the first free `task-N`, which is readable where ids are shown. */
export function addTask(tasks: readonly TaskConfiguration[]): TaskConfiguration[] {
  const taken = new Set(tasks.map(({ id }) => id));
  let number = tasks.length + 1;
  while (taken.has(`task-${number}`)) number += 1;
  return [...tasks, { id: `task-${number}`, name: '', description: '', agent: null, dependsOn: [] }];
}

/** Changes fields of one task and keeps all others (ENG-12). */
export function changeTask(
  tasks: readonly TaskConfiguration[],
  id: string,
  change: Partial<TaskConfiguration>,
): TaskConfiguration[] {
  return tasks.map((task) => (task.id === id ? { ...task, ...change } : task));
}

/** Removes a task, also from the dependencies of others. */
export function removeTask(tasks: readonly TaskConfiguration[], id: string): TaskConfiguration[] {
  return tasks
    .filter((task) => task.id !== id)
    .map((task) =>
      task.dependsOn?.includes(id) ? { ...task, dependsOn: task.dependsOn.filter((other) => other !== id) } : task,
    );
}

/** Moves a task up (-1) or down (1) in the list. Does nothing at the ends. */
export function moveTask(tasks: readonly TaskConfiguration[], id: string, step: -1 | 1): TaskConfiguration[] {
  const from = tasks.findIndex((task) => task.id === id);
  const [task, neighbour] = [tasks[from], tasks[from + step]];
  return task && neighbour ? tasks.with(from, neighbour).with(from + step, task) : [...tasks];
}
