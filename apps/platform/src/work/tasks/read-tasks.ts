import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Transaction } from '@ecp/database/database';

/** Reads the tasks of an engagement, given or planned; returns none when the engagement is deleted. */
export async function readTasks(tx: Transaction, tenantId: string, engagementId: string): Promise<TaskConfiguration[]> {
  const { rows } = await tx.query<{ tasks: TaskConfiguration[] }>({
    name: 'read_tasks',
    text: 'select tasks from platform.engagements where tenant_id = $1 and id = $2',
    values: [tenantId, engagementId],
  });
  return rows[0]?.tasks ?? [];
}
