import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { freeTaskId } from '@ecp/contract/work/task-graph';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { detectLanguage } from '@ecp/language/detect-language';
import { synthesisTexts } from '@ecp/language/synthesis-texts';

/**
 * Reads the tasks of an engagement, given or planned; returns none when the engagement is deleted.
 */
export async function readTasks(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<TaskConfiguration[]> {
  const { rows } = await tx.query<{ tasks: TaskConfiguration[] }>({
    name: 'read_tasks',
    text: 'select tasks from platform.engagements where tenant_id = $1 and id = $2',
    values: [tenantId, engagementId],
  });
  return rows[0]?.tasks ?? [];
}

export async function hasTask(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  taskId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'has_task',
    text: `select from platform.engagements e, json_array_elements(e.tasks) as task
      where e.tenant_id = $1 and e.id = $2 and task->>'id' = $3`,
    values: [tenantId, engagementId, taskId],
  });
  return rowCount > 0;
}

/**
 * A task of an engagement with the slug of its agent; null while the engine has not assigned one.
 */
export interface TaskAgentRow {
  task_id: string;
  agent: string | null;
}

export function selectTaskAgents(tenantId: string, engagementId: string): Statement<TaskAgentRow> {
  return {
    name: 'select_task_agents',
    text: `select task ->> 'id' as task_id, task ->> 'agent' as agent
      from platform.engagements e cross join lateral json_array_elements(e.tasks) task
      where e.tenant_id = $1 and e.id = $2`,
    values: [tenantId, engagementId],
  };
}

/** Stores the engine's plan in an engagement that has no tasks. Tasks that people gave stay. */
export async function storePlannedTasks(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  tasks: readonly TaskConfiguration[],
): Promise<void> {
  await tx.query({
    name: 'store_planned_tasks',
    text: `update platform.engagements set tasks = $3, updated_at = now()
      where tenant_id = $1 and id = $2 and json_array_length(tasks) = 0`,
    values: [tenantId, engagementId, JSON.stringify(tasks)],
  });
}

/** Returns the tasks, with the one that writes the decision paper as the last. */
export function withSynthesisTask(
  brief: string,
  tasks: readonly TaskConfiguration[],
): { tasks: TaskConfiguration[]; taskId: string } {
  const known = tasks.find(({ synthesis }) => synthesis === true);
  const others = tasks.filter((task) => task !== known);
  const dependsOn = others.map(({ id }) => id);
  const taskId = known?.id ?? freeTaskId('synthesis', new Set(dependsOn));
  const task = {
    ...(known ?? synthesisTexts[detectLanguage(brief)]),
    id: taskId,
    dependsOn,
    synthesis: true,
  };
  // No other task may build on it, because it builds on all of them.
  const free = others.map((other) => ({
    ...other,
    dependsOn: (other.dependsOn ?? []).filter((id) => id !== taskId),
  }));
  return { tasks: [...free, task], taskId };
}

/** The caller holds the engagement's lock. */
export async function storeTasks(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  tasks: readonly TaskConfiguration[],
): Promise<void> {
  await tx.query({
    name: 'store_synthesis_task',
    text: 'update platform.engagements set tasks = $3, updated_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, engagementId, JSON.stringify(tasks)],
  });
}
