interface OrderedTask {
  id: string;
  dependsOn: readonly string[];
}

/**
 * Returns the task whose document gives the decision: the one that depends on all others, else the
 * last that depends on another, else the first (contract, section 27). Null without tasks.
 */
export function findDecidingTask<Task extends OrderedTask>(tasks: readonly Task[]): Task | null {
  const ofAll = tasks.find(({ id, dependsOn }) =>
    tasks.every((task) => task.id === id || dependsOn.includes(task.id)),
  );
  const dependent = tasks.findLast(({ dependsOn }) => dependsOn.length > 0);
  return ofAll ?? dependent ?? tasks[0] ?? null;
}

/** Orders documents as they are written: the deciding one first, then the others in their order. */
export function orderDocuments<Task extends OrderedTask>(
  tasks: readonly Task[],
  decidingId: string | null,
): Task[] {
  return tasks.toSorted(
    (first, second) => Number(second.id === decidingId) - Number(first.id === decidingId),
  );
}
