import type { Transaction } from '@ecp/database/database';

/** Tells whether the engagement has a task of that id. */
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
