import type { Transaction } from '@ecp/database/database';
import { listPendingJudgements } from '../../deliverables/writing/judge-answers.ts';
import { lockEngagementIds } from '../../engagements/lock-engagement-ids.ts';
import { listPendingPlanRequests } from './plan-rows.ts';

/**
 * The runs of one engagement. `unconfirmed` has the runs whose start the engine has not confirmed, the pending
 * plan and the pending judgements.
 */
export interface RunIds {
  engagementId: string;
  all: string[];
  unconfirmed: string[];
}

/**
 * Lists the runs of every engagement of a tenant, including engagements without runs. The engagements stay locked until
 * the transaction ends.
 */
export async function listRunIds(tx: Transaction, tenantId: string): Promise<RunIds[]> {
  const engagementIds = await lockEngagementIds(tx, tenantId);
  const { rows } = await tx.query<{ id: string; engagement_id: string; confirmed: boolean }>({
    name: 'list_run_ids',
    text: `select id, engagement_id, confirmed_at is not null as confirmed from platform.runs where tenant_id = $1`,
    values: [tenantId],
  });
  const plans = await listPendingPlanRequests(tx, tenantId, null);
  const judgements = await listPendingJudgements(tx, tenantId, null);
  const byEngagement = Map.groupBy(rows, ({ engagement_id }) => engagement_id);
  return engagementIds.map((engagementId) => {
    const runs = byEngagement.get(engagementId) ?? [];
    const unconfirmed = runs.filter(({ confirmed }) => !confirmed).map(({ id }) => id);
    const planIds = plans.filter((plan) => plan.engagementId === engagementId).map(({ planId }) => planId);
    const judged = judgements.filter((one) => one.engagementId === engagementId).map(({ judgementId }) => judgementId);
    return { engagementId, all: runs.map(({ id }) => id), unconfirmed: [...unconfirmed, ...planIds, ...judged] };
  });
}
