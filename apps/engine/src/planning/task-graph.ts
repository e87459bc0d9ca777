import { findCycle } from '@ecp/contract/task-graph';

export { findCycle };

/** A task as the graph sees it; every dependency is the id of another task of the same list. */
export interface DependentTask {
  id: string;
  dependsOn: readonly string[];
}

/** The tasks that may start now: not done themselves, everything that they depend on done. Keeps the given order. */
export function readyTasks<T extends DependentTask>(tasks: readonly T[], done: ReadonlySet<string>): T[] {
  return tasks.filter((task) => !done.has(task.id) && task.dependsOn.every((id) => done.has(id)));
}

/**
 * The tasks in an order in which each comes after all that it depends on; otherwise as given.
 * Throws when that cannot be: a cycle, or a dependency on a task that is not in the list.
 */
export function topologicalOrder<T extends DependentTask>(tasks: readonly T[]): T[] {
  const done = new Set<string>();
  const ordered: T[] = [];
  while (ordered.length < tasks.length) {
    const next = readyTasks(tasks, done)[0];
    if (!next) {
      const cycle = findCycle(tasks);
      throw new Error(cycle ? `Tasks depend on each other: ${cycle.join(' → ')}` : 'A task depends on an unknown task');
    }
    done.add(next.id);
    ordered.push(next);
  }
  return ordered;
}
