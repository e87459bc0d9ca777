import type { ExpectedTime } from '@ecp/contract/reach/overview';
import { offlineModelId } from '@ecp/contract/values/offline-model';
import type { ModelDuration } from '../library/task-durations.ts';

/** A task with the model that is to write it; null while that is not chosen. */
export interface TimedTask {
  id: string;
  dependsOn: readonly string[];
  model: string | null;
}

/**
 * The kind of model that work runs on: the offline model, or one of a provider. They differ by
 * minutes.
 */
export type ModelKind = 'offline' | 'provider';

export const kindOf = (model: string): ModelKind =>
  model === offlineModelId ? 'offline' : 'provider';

/** Usual times of a task before there is work to learn from. */
const usualMs = { offline: 5_000, provider: 180_000 };

/**
 * Returns how long each task takes, and how long all of them take when each starts as soon as its
 * needs are done. A model without finished tasks takes as long as the tenant's others of its kind.
 * `kind` is that of models to be chosen.
 */
export function expectTime(
  tasks: readonly TimedTask[],
  durations: readonly ModelDuration[],
  kind: ModelKind | null,
): ExpectedTime {
  const known = tasks.flatMap(({ id, model }) => {
    const expected =
      model === null ? learnFrom(ofKind(durations, kind)) : expectTask(model, durations);
    return expected === null ? [] : [{ id, ...expected }];
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

function expectTask(
  model: string,
  durations: readonly ModelDuration[],
): { ms: number; learned: readonly ModelDuration[] } {
  const own = durations.filter((one) => one.model === model);
  const kind = kindOf(model);
  return learnFrom(own) ?? learnFrom(ofKind(durations, kind)) ?? { ms: usualMs[kind], learned: [] };
}

const ofKind = (
  durations: readonly ModelDuration[],
  kind: ModelKind | null,
): readonly ModelDuration[] => durations.filter(({ model }) => kindOf(model) === kind);

/** Returns the mean over all tasks; null without any. */
function learnFrom(learned: readonly ModelDuration[]) {
  const count = learned.reduce((sum, { tasks }) => sum + tasks, 0);
  return count === 0
    ? null
    : { ms: learned.reduce((sum, { ms, tasks }) => sum + ms * tasks, 0) / count, learned };
}

/**
 * Returns the time of the longest chain of tasks. A need that is not among the tasks is done
 * already.
 */
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
