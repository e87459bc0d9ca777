import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';

interface NewUnscoredTask {
  tenantId: string;
  engagementId: string;
  runId: string;
  event: Extract<EngineEvent, { type: 'unscored' }>;
}

/** Stores that a task of a run stands without a score, and why (QUA-7). The last reason counts. */
export async function recordUnscoredTask(
  tx: Transaction,
  { tenantId, engagementId, runId, event }: NewUnscoredTask,
): Promise<void> {
  const { taskId, taskName, reason, seq, timestamp } = event;
  await tx.query({
    name: 'record_unscored_task',
    text: `insert into platform.unscored_tasks
        (id, tenant_id, engagement_id, run_id, task_id, task_name, reason, event_seq, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (tenant_id, run_id, task_id) do update set reason = excluded.reason`,
    values: [createId(), tenantId, engagementId, runId, taskId, taskName, reason, seq, new Date(timestamp)],
  });
}

/** Removes the record of a task that has got its score (QUA-7). */
export async function clearUnscoredTask(
  tx: Transaction,
  { tenantId, runId, taskId }: { tenantId: string; runId: string; taskId: string },
): Promise<void> {
  await tx.query({
    name: 'clear_unscored_task',
    text: 'delete from platform.unscored_tasks where tenant_id = $1 and run_id = $2 and task_id = $3',
    values: [tenantId, runId, taskId],
  });
}
