import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { findCycle } from '@ecp/contract/work/task-graph';

export const maxTasks = 100;

/**
 * Adds an empty task at the end, before a board paper, which needs it. Its id is the first free
 * `task-N`, which is readable where ids are shown.
 */
export function addTask(tasks: readonly TaskConfiguration[]): {
  tasks: TaskConfiguration[];
  id: string;
} {
  const taken = new Set(tasks.map(({ id }) => id));
  let number = tasks.length + 1;
  while (taken.has(`task-${number}`)) number += 1;
  const id = `task-${number}`;
  const place = tasks.findIndex(({ synthesis }) => synthesis === true);
  const added = tasks.toSpliced(place === -1 ? tasks.length : place, 0, {
    id,
    name: '',
    description: '',
    agent: null,
    dependsOn: [],
  });
  return {
    id,
    tasks: added.map((task) =>
      task.synthesis === true ? { ...task, dependsOn: [...(task.dependsOn ?? []), id] } : task,
    ),
  };
}

/** Changes fields of one task and keeps all others. */
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
      task.dependsOn?.includes(id)
        ? { ...task, dependsOn: task.dependsOn.filter((other) => other !== id) }
        : task,
    );
}

/** Moves a task up (-1) or down (1) in the list. Does nothing at the ends. */
export function moveTask(
  tasks: readonly TaskConfiguration[],
  id: string,
  step: -1 | 1,
): TaskConfiguration[] {
  const from = tasks.findIndex((task) => task.id === id);
  const [task, neighbour] = [tasks[from], tasks[from + step]];
  return task && neighbour ? tasks.with(from, neighbour).with(from + step, task) : [...tasks];
}

/** A fault of the tasks that the service would refuse. */
interface TaskProblems {
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

export const areTasksFine = ({ nameless, cycle }: TaskProblems): boolean =>
  nameless.size === 0 && cycle.length === 0;

/**
 * Whether `waiter` depends on `id`, directly or not. If so, making `id` depend on it would close a
 * cycle.
 */
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

/** Parses tasks that were stored in the browser; null for anything else. */
export function readTasks(text: string): TaskConfiguration[] | null {
  const kept: unknown = JSON.parse(text);
  return areTasks(kept) ? kept : null;
}

/** Whether a value has the shape of tasks. */
export function areTasks(value: unknown): value is TaskConfiguration[] {
  return (
    Array.isArray(value) &&
    value.every(
      (task) =>
        typeof task === 'object' &&
        task !== null &&
        typeof task.id === 'string' &&
        typeof task.name === 'string',
    )
  );
}
