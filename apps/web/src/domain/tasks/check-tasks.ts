import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { findCycle } from '@ecp/contract/work/task-graph';

/** A fault of the tasks that the service would refuse (ENG-9, ENG-10, ENG-11). */
export interface TaskProblems {
  /** Ids of tasks without a name. */
  nameless: ReadonlySet<string>;
  /** Ids of tasks that form a cycle: each waits for the next, and the last for the first. */
  cycle: readonly string[];
}

/** Checks tasks while they are edited, by the service's own rule about cycles. */
export function checkTasks(tasks: readonly TaskConfiguration[]): TaskProblems {
  return {
    nameless: new Set(tasks.filter(({ name }) => name.trim() === '').map(({ id }) => id)),
    cycle: findCycle(tasks.map(({ id, dependsOn = [] }) => ({ id, dependsOn }))) ?? [],
  };
}

/** Whether the service would accept these tasks. */
export const areTasksFine = ({ nameless, cycle }: TaskProblems): boolean => nameless.size === 0 && cycle.length === 0;

/** Whether `waiter` depends on `id`, directly or not. If so, making `id` depend on it would close a cycle. */
export function waitsFor(tasks: readonly TaskConfiguration[], waiter: string, id: string): boolean {
  const seen = new Set<string>();
  const open = [waiter];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (current === id) return true;
    if (seen.has(current)) continue;
    seen.add(current);
    open.push(...(tasks.find((task) => task.id === current)?.dependsOn ?? []));
  }
  return false;
}
