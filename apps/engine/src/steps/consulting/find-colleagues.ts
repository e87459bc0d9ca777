import type { ListedTask } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import type { StoredRun } from '../../kernel/runs/run-store.ts';
import { taskStartKey } from '../calling/emit-task-events.ts';
import { readDelivered } from '../calling/read-documents.ts';

/** A colleague whose finished documents the lead of a task does not see. */
export interface Colleague {
  slug: string;
  taskIds: string[];
}

/**
 * Returns the colleagues that a lead may ask: those with a document that was finished when the task began, that the task
 * does not build on, and that does not build on the task, as one of an earlier run may. Others know nothing that the lead cannot see, so a question to them would only cost money.
 */
export async function findColleagues(
  { database, roster }: EngineServices,
  run: StoredRun,
  task: EngineTask,
): Promise<Colleague[]> {
  const { tasks } = briefOf(run);
  const later = dependentsOf(task.id, tasks);
  const unseen = tasks.filter(({ id, agent }) => {
    const isSeen = id === task.id || task.dependsOn.includes(id) || later.has(id);
    return !isSeen && agent !== task.agentSlug && roster.find(agent)?.assignable;
  });
  const ids = unseen.map(({ id }) => id);
  const delivered = await readDelivered(database, run, ids, taskStartKey(task.id));
  const earlier = new Set(run.input.previous.map(({ taskId }) => taskId));
  const finished = unseen.filter(({ id }) => delivered.has(id) || earlier.has(id));
  const byAgent = Map.groupBy(finished, ({ agent }) => agent);
  return [...byAgent].map(([slug, tasks]) => ({ slug, taskIds: tasks.map(({ id }) => id) }));
}

/** Returns the ids of the tasks that build on a task, directly or through others. */
export function dependentsOf(taskId: string, tasks: readonly Pick<ListedTask, 'id' | 'dependsOn'>[]): Set<string> {
  const found = new Set<string>();
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { id, dependsOn } of tasks) {
      if (dependsOn.some((need) => need === taskId || found.has(need))) found.add(id);
    }
  }
  return found;
}
