/** What a graph of tasks needs to know of a task; dependencies on ids that no task has are ignored. */
export interface GraphTask {
  id: string;
  dependsOn?: readonly string[];
}

/**
 * Finds a circle of dependencies (ENG-11).
 * Returns the ids of the first one in walking order, each depending on the next and the last on the first, or null.
 */
export function findCycle(tasks: readonly GraphTask[]): string[] | null {
  const waiting = new Map<string, readonly string[]>(tasks.map((task) => [task.id, task.dependsOn ?? []]));
  const blocker = (id: string) => waiting.get(id)?.find((dependency) => waiting.has(dependency));
  for (let removed = true; removed; ) {
    removed = false;
    for (const id of waiting.keys()) {
      if (blocker(id) === undefined) removed = waiting.delete(id);
    }
  }
  // Whatever is left waits for another that is left: walking from blocker to blocker must come back to itself.
  const path: string[] = [];
  let current = waiting.keys().next().value;
  while (current !== undefined && !path.includes(current)) {
    path.push(current);
    current = blocker(current);
  }
  return current === undefined ? null : path.slice(path.indexOf(current));
}
