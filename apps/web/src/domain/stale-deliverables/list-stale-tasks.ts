import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { ListedDeliverable } from '../deliverables/queries.ts';

/** A task that a rerun of stale deliverables would execute. */
export interface StaleTask {
  taskId: string;
  name: string;
  filename: string;
  why: 'stale' | 'downstream';
}

/**
 * Lists what `rerun-stale` would execute (docs/requirements/reviews.md): the tasks whose latest deliverable is stale,
 * and downstream tasks with a deliverable, each after its dependencies.
 */
export function listStaleTasks(tasks: readonly TaskConfiguration[], listed: readonly ListedDeliverable[]): StaleTask[] {
  const latest = new Map<string, ListedDeliverable>();
  for (const entry of listed) {
    if (entry.taskId === null || entry.filename.startsWith('_')) continue;
    const known = latest.get(entry.taskId);
    if (!known || isNewer(entry, known)) latest.set(entry.taskId, entry);
  }
  const stale = new Map<string, StaleTask>();
  for (const { id: taskId, name, dependsOn = [] } of inGraphOrder(tasks)) {
    const file = latest.get(taskId);
    const why = file?.stale ? 'stale' : dependsOn.some((id) => stale.has(id)) ? 'downstream' : null;
    if (file && why) stale.set(taskId, { taskId, name, filename: file.filename, why });
  }
  return [...stale.values()];
}

const isNewer = (a: ListedDeliverable, b: ListedDeliverable) =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.version > b.version);

/** Orders each task after its dependencies, which form no cycle (ENG-11). */
function inGraphOrder(tasks: readonly TaskConfiguration[]): TaskConfiguration[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const ordered = new Set<TaskConfiguration>();
  const visit = (task: TaskConfiguration): void => {
    if (ordered.has(task)) return;
    for (const id of task.dependsOn ?? []) {
      const need = byId.get(id);
      if (need) visit(need);
    }
    ordered.add(task);
  };
  for (const task of tasks) visit(task);
  return [...ordered];
}
