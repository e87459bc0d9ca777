import type { Transaction } from '@ecp/database/database';
import { listPendingJudgements } from '../../deliverables/writing/judge-answers.ts';
import { listPendingPlanRequests } from './plan-rows.ts';

/**
 * Lists the ids of an engagement's runs, plans and judgements that the engine has not confirmed. The engine may have them, or
 * receive them late.
 */
export async function listUnconfirmedRuns(tx: Transaction, tenantId: string, engagementId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'list_unconfirmed_runs',
    text: 'select id from platform.runs where tenant_id = $1 and engagement_id = $2 and confirmed_at is null',
    values: [tenantId, engagementId],
  });
  const plans = await listPendingPlanRequests(tx, tenantId, engagementId);
  const judgements = await listPendingJudgements(tx, tenantId, engagementId);
  const others = [...plans.map(({ planId }) => planId), ...judgements.map(({ judgementId }) => judgementId)];
  return [...rows.map(({ id }) => id), ...others];
}
