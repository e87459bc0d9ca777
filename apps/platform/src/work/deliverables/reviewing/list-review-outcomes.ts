import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';

type ReviewOutcomes = NonNullable<StartRunRequest['reviewOutcomes']>;

/** Most outcomes of a request. Older reviews have reached the engine with earlier runs. */
const maxOutcomes = 500;

/**
 * Lists the latest review of each version of the tenant's documents, newest first. The engine's model routing learns
 * from them (REV-1).
 */
export async function listReviewOutcomes(tx: Transaction, tenantId: string): Promise<ReviewOutcomes> {
  const { rows } = await tx.query<ReviewOutcomes[number]>({
    name: 'list_review_outcomes',
    text: `select run_id as "runId", task_id as "taskId", approval_status as outcome from platform.deliverables
      where tenant_id = $1 and reviewed_at is not null and task_id is not null and run_id is not null and approval_status <> 'pending_review'
      order by reviewed_at desc limit ${maxOutcomes}`,
    values: [tenantId],
  });
  return rows;
}
