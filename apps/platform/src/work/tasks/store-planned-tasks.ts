import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Transaction } from '@ecp/database/database';

/** Stores the engine's plan in an engagement that has no tasks (PLN-1). Tasks that people gave stay. */
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
