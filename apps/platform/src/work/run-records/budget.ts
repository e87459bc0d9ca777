import { ApiError } from '@ecp/contract/declaring/errors';
import { formatUsd } from '@ecp/contract/declaring/money';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type EngagementState, selectEngagementState } from '../engagements/engagement-rows.ts';

/** The budget of an engagement, and what has been spent of it, in nano-USD. */
export interface Budget {
  budgetNanoUsd: number;
  spentNanoUsd: number;
}

/** Reads an engagement's budget and the cost of runs, plans and judges. Error: `not_found`. */
export async function readBudget(tx: Transaction, tenantId: string, engagementId: string): Promise<Budget> {
  const { rows } = await tx.query(selectEngagementState(tenantId, engagementId));
  const [engagement] = rows;
  if (!engagement) throw new ApiError('not_found');
  return {
    budgetNanoUsd: engagement.budget_nano_usd,
    spentNanoUsd: await readSpent(tx, tenantId, engagement),
  };
}

async function readSpent(
  tx: Transaction,
  tenantId: string,
  { id: engagementId, judging_nano_usd: judgingNanoUsd }: EngagementState,
): Promise<number> {
  const { rows } = await tx.query(sumRunsAndPlans(tenantId, engagementId));
  return (rows[0]?.spent ?? 0) + judgingNanoUsd;
}

/** Sums what runs and plans of an engagement have cost, in nano-USD; judges are counted in its row. */
export function sumRunsAndPlans(tenantId: string, engagementId: string): Statement<{ spent: number }> {
  return {
    name: 'sum_runs_and_plans',
    text: `select (
        select coalesce(sum(cost_nano_usd), 0) from platform.runs where tenant_id = $1 and engagement_id = $2
      ) + (
        select coalesce(sum(spent_nano_usd), 0) from platform.plans where tenant_id = $1 and engagement_id = $2
      ) as spent`,
    values: [tenantId, engagementId],
  };
}

/** True unless an engagement's runs, reruns and plans have spent its budget. */
export const hasBudgetLeft = async (tx: Transaction, tenantId: string, engagement: EngagementState): Promise<boolean> =>
  (await readSpent(tx, tenantId, engagement)) < engagement.budget_nano_usd;

/** Throws `budget_exhausted` when an engagement's runs, reruns and plans have spent its budget. */
export async function requireBudgetLeft(tx: Transaction, tenantId: string, engagement: EngagementState): Promise<void> {
  const spent = await readSpent(tx, tenantId, engagement);
  if (spent < engagement.budget_nano_usd) return;
  const values = { spent: formatUsd(spent), budget: formatUsd(engagement.budget_nano_usd) };
  throw new ApiError('budget_exhausted', { values });
}
