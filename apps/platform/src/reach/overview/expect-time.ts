import type { ExpectedTime } from '@ecp/contract/reach/overview';
import type { ModelDuration } from '../library/task-durations.ts';

/** A task with the model that is to write it; null while that is not chosen. */
export interface TimedTask {
  id: string;
  dependsOn: readonly string[];
  model: string | null;
}

const offlineModel = 'local/extractive';
/** Usual times of a task before there is work to learn from. */
const usualMs = { offline: 5_000, provider: 180_000 };

/**
 * Returns how long each task takes, and how long all of them take when each starts as soon as its needs are done. A
 * model without finished tasks is expected to take as long as the tenant's other models of a provider.
 */
export function expectTime(tasks: readonly TimedTask[], durations: readonly ModelDuration[]): ExpectedTime {
  const known = tasks.flatMap(({ id, model }) => {
    const named = model ?? durations[0]?.model;
    return named === undefined ? [] : [{ id, ...expectTask(named, durations) }];
  });
  const msOf = new Map(known.map(({ id, ms }) => [id, ms]));
  const isKnown = tasks.length > 0 && known.length === tasks.length;
  return {
    seconds: isKnown ? toSeconds(longestPath(tasks, msOf)) : null,
    tasks: known.map(({ id, ms }) => ({ taskId: id, seconds: toSeconds(ms) })),
    learnedFromTasks: new Set(known.flatMap(({ learned }) => learned))
      .values()
      .reduce((sum, { tasks: count }) => sum + count, 0),
  };
}

/** Rounds up, because a task of less than a second is still seen to run. */
const toSeconds = (ms: number): number => Math.ceil(ms / 1_000);

function expectTask(model: string, durations: readonly ModelDuration[]): { ms: number; learned: ModelDuration[] } {
  const own = durations.filter((one) => one.model === model);
  const isOffline = model === offlineModel;
  const learned = own.length > 0 || isOffline ? own : durations.filter((one) => one.model !== offlineModel);
  const count = learned.reduce((sum, { tasks }) => sum + tasks, 0);
  if (count === 0) return { ms: isOffline ? usualMs.offline : usualMs.provider, learned };
  return { ms: learned.reduce((sum, { ms, tasks }) => sum + ms * tasks, 0) / count, learned };
}

/** Returns the time of the longest chain of tasks. A need that is not among the tasks is done already. */
function longestPath(tasks: readonly TimedTask[], msOf: ReadonlyMap<string, number>): number {
  const tasksById = new Map(tasks.map((task) => [task.id, task]));
  const ends = new Map<string, number>();
  const endOf = (id: string): number => {
    const task = tasksById.get(id);
    if (!task) return 0;
    const found = ends.get(id);
    if (found !== undefined) return found;
    ends.set(id, 0);
    const end = Math.max(0, ...task.dependsOn.map(endOf)) + (msOf.get(id) ?? 0);
    ends.set(id, end);
    return end;
  };
  return Math.max(0, ...tasks.map(({ id }) => endOf(id)));
}
