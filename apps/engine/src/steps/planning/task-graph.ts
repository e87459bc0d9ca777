/** A task of the graph. Every dependency is the id of another task of the same list. */
export interface DependentTask {
  id: string;
  dependsOn: readonly string[];
}

/** Returns the tasks that may start now: not done, with all dependencies done. Keeps the given order. */
export function readyTasks<T extends DependentTask>(tasks: readonly T[], done: ReadonlySet<string>): T[] {
  return tasks.filter((task) => !done.has(task.id) && task.dependsOn.every((id) => done.has(id)));
}
