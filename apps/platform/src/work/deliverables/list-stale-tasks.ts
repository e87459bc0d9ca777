import type { Transaction } from '@ecp/database/database';
import { isInternal } from './deliverable-rows.ts';
import { readStaleness, selectStaleCauses } from './stale-versions.ts';

/** The part of a task that the search for stale tasks needs. */
interface Task {
  id: string;
  name: string;
  dependsOn?: string[];
}

/** A task whose deliverable must be made again. */
export interface StaleTask {
  taskId: string;
  name: string;
  filename: string;
}

interface LatestRow {
  id: string;
  task_id: string;
  filename: string;
}

/**
 * Lists the tasks whose latest deliverable is stale, and the downstream tasks that become stale when these are made
 * again. Each task follows those that it depends on.
 */
export async function listStaleTasks(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  tasks: readonly Task[],
): Promise<StaleTask[]> {
  const { rows: causes } = await tx.query(selectStaleCauses(tenantId, engagementId));
  if (causes.length === 0) return [];
  const staleness = readStaleness(causes);
  const { rows } = await tx.query<LatestRow>({
    name: 'list_latest_of_tasks',
    text: `select distinct on (task_id) id, task_id, filename from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and task_id is not null
      order by task_id, created_at desc, version desc`,
    values: [tenantId, engagementId],
  });
  const latest = new Map(rows.filter(({ filename }) => !isInternal(filename)).map((row) => [row.task_id, row]));
  const stale = new Map<string, StaleTask>();
  for (const { id: taskId, name, dependsOn = [] } of inGraphOrder(tasks)) {
    const file = latest.get(taskId);
    if (!file) continue;
    if (!staleness(file.id).stale && !dependsOn.some((id) => stale.has(id))) continue;
    stale.set(taskId, { taskId, name, filename: file.filename });
  }
  return [...stale.values()];
}

/** Puts each task after those that it depends on. The dependencies have no cycle (ENG-11). */
function inGraphOrder(tasks: readonly Task[]): Task[] {
  const ordered = new Map<string, Task>();
  const visit = (task: Task): void => {
    if (ordered.has(task.id)) return;
    for (const need of tasks.filter(({ id }) => task.dependsOn?.includes(id))) visit(need);
    ordered.set(task.id, task);
  };
  for (const task of tasks) visit(task);
  return [...ordered.values()];
}
