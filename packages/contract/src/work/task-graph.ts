/** A task as a node of the graph. Dependencies on unknown ids are ignored. */
interface GraphTask {
  id: string;
  dependsOn?: readonly string[];
}

/**
 * Finds a cycle: ids that each depend on the next, the last on the first; null if there is none.
 */
export function findCycle(tasks: readonly GraphTask[]): string[] | null {
  const waiting = new Map<string, readonly string[]>(
    tasks.map((task) => [task.id, task.dependsOn ?? []]),
  );
  const blocker = (id: string) => waiting.get(id)?.find((dependency) => waiting.has(dependency));
  for (let removed = true; removed; ) {
    removed = false;
    for (const id of waiting.keys()) {
      if (blocker(id) === undefined) removed = waiting.delete(id);
    }
  }
  // Every remaining task waits for another remaining one, so a walk from blocker to blocker ends in
  // a cycle.
  const path: string[] = [];
  let current = waiting.keys().next().value;
  while (current !== undefined && !path.includes(current)) {
    path.push(current);
    current = blocker(current);
  }
  return current === undefined ? null : path.slice(path.indexOf(current));
}

/** Returns an id for a new task: the wanted one, with a number at its end if it is taken. */
export function freeTaskId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let copy = 2; taken.has(id); copy += 1) id = `${wanted}-${copy}`;
  return id;
}
