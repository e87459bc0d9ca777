import { LRUCache } from 'lru-cache';
import type { RunRef } from '../kernel/events/emit-event.ts';

/** Most tasks that are remembered. One that is forgotten has its next call looked up. */
const maxTasks = 10_000;

/** A task, or the part of a run that belongs to none. */
type TaskRef = RunRef & { taskId: string | null };

/**
 * Remembers the tasks whose records this process has read to the end. No process has made their next calls before, so
 * these need not be looked up. Calls of a task come one after the other, and a reservation refuses what is recorded.
 */
export interface BegunTasks {
  /** Remembers a task of which a call without a record was looked up, with the marker of its run's prompts. */
  add(task: TaskRef, fence: string): void;
  /** Returns the marker of the run's prompts, or undefined if the next call must be looked up. */
  fenceOf(task: TaskRef): string | undefined;
  /** Forgets a task of which a record was found. */
  drop(task: TaskRef): void;
}

/** Creates an empty memory, which forgets the task that was used least recently when it is full. */
export function createBegunTasks(): BegunTasks {
  const fences = new LRUCache<string, string>({ max: maxTasks });
  return {
    add: (task, fence) => void fences.set(keyOf(task), fence),
    fenceOf: (task) => fences.get(keyOf(task)),
    drop: (task) => void fences.delete(keyOf(task)),
  };
}

const keyOf = ({ tenantId, runId, taskId }: TaskRef): string => JSON.stringify([tenantId, runId, taskId]);

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    begunTasks: BegunTasks;
  }
}
