import type { TaskConfiguration } from '@ecp/contract/work/engagements';

/** A task (`source`) that another (`target`) waits for. */
export interface TaskEdge {
  source: string;
  target: string;
}

/** Returns the dependencies as edges. Dependencies on missing tasks are left out. */
export function findEdges(tasks: readonly TaskConfiguration[]): TaskEdge[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, dependsOn = [] }) =>
    [...new Set(dependsOn)]
      .filter((source) => ids.has(source) && source !== id)
      .map((source) => ({ source, target: id })),
  );
}

/**
 * Returns the edges that a picture needs: those that others imply are left out, because a task that waits for the last
 * of a chain waits for the whole chain. In a cycle every edge implies every other, so all of them stay.
 */
export function findDrawnEdges(tasks: readonly TaskConfiguration[]): TaskEdge[] {
  const edges = findEdges(tasks);
  const next = Map.groupBy(edges, ({ source }) => source);
  const targetsOf = (id: string) => (next.get(id) ?? []).map(({ target }) => target);
  const behind = new Map(tasks.map(({ id }) => [id, reach(id, targetsOf)]));
  if (tasks.some(({ id }) => behind.get(id)?.has(id))) return edges;
  return edges.filter(({ source, target }) => !targetsOf(source).some((other) => behind.get(other)?.has(target)));
}

/** Returns everything that can be reached from a task; the task itself only if it is in a cycle. */
function reach(id: string, targetsOf: (id: string) => string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = targetsOf(id);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    waiting.push(...targetsOf(at));
  }
  return reached;
}
