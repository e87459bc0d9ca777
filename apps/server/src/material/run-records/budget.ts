import { ApiError } from '@ecp/contract/declaring/errors';
import { formatUsd, nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { SpendLimit } from '@ecp/contract/values/run-facts';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { requireAllowedBudget } from '../../kernel/limits/allowed-budget.ts';
import type { Services } from '../../kernel/services.ts';
import { type EngagementState, selectEngagementState } from '../engagements/engagement-rows.ts';
import { hasModelKey } from '../model-keys/model-keys.ts';

/** The budget of an engagement, and what has been spent of it, in nano-USD. */
export interface Budget {
  budgetNanoUsd: number;
  spentNanoUsd: number;
}

/** Reads an engagement's budget and the cost of runs, plans and judges. Error: `not_found`. */
export async function readBudget(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<Budget> {
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

/**
 * Sums what runs and plans of an engagement have cost, in nano-USD; judges are counted in its row.
 */
export function sumRunsAndPlans(
  tenantId: string,
  engagementId: string,
): Statement<{ spent: number }> {
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

/**
 * Returns the limit that an engagement's work has reached: its budget, or the tenant's day; null if
 * there is money left.
 */
export async function findSpendLimit(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  tenantId: string,
  engagement: EngagementState,
): Promise<SpendLimit | null> {
  if ((await readSpent(tx, tenantId, engagement)) >= engagement.budget_nano_usd)
    return 'budget_exhausted';
  const day = await readDay(tx, services, tenantId);
  return day && day.spentNanoUsd >= day.limitNanoUsd ? 'tenant_spend_limit' : null;
}

/** What a tenant of the operator's models has spent today in UTC, and may spend; in nano-USD. */
interface DaySpending {
  spentNanoUsd: number;
  limitNanoUsd: number;
}

/** Reads a tenant's day; null without a limit, and for a tenant whose own keys pay. */
async function readDay(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  tenantId: string,
): Promise<DaySpending | null> {
  const { maxTenantUsdPerDay } = config;
  if (maxTenantUsdPerDay === null || (await hasModelKey(tx, { config }, tenantId))) return null;
  const { rows } = await tx.query<{ spent: number }>({
    name: 'read_spending_of_today',
    text: 'select platform.spent_today() as spent',
  });
  return { spentNanoUsd: rows[0]?.spent ?? 0, limitNanoUsd: usdToNano(maxTenantUsdPerDay) };
}

/**
 * Throws `tenant_spend_limit` when a tenant has spent what the operator allows it on a day
 * (MAX_TENANT_USD_PER_DAY).
 */
export async function requireDayLeft(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  tenantId: string,
): Promise<void> {
  const day = await readDay(tx, services, tenantId);
  if (day && day.spentNanoUsd >= day.limitNanoUsd) throw dayIsSpent(day);
}

const dayIsSpent = ({ spentNanoUsd, limitNanoUsd }: DaySpending): ApiError =>
  new ApiError('tenant_spend_limit', {
    values: { spent: formatUsd(spentNanoUsd), limit: formatUsd(limitNanoUsd) },
  });

/**
 * Throws `budget_exhausted`, `budget_too_high` or `tenant_spend_limit` where an engagement has no
 * money left, its budget is above what the operator allows by now, or its tenant has spent what a
 * day allows.
 */
export async function requireMoney(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  tenantId: string,
  engagement: EngagementState,
): Promise<void> {
  await requireBudgetLeft(tx, tenantId, engagement);
  requireAllowedBudget(services.config, nanoToUsd(engagement.budget_nano_usd));
  await requireDayLeft(tx, services, tenantId);
}

/** Throws `budget_exhausted` when an engagement's runs, reruns and plans have spent its budget. */
async function requireBudgetLeft(
  tx: Transaction,
  tenantId: string,
  engagement: EngagementState,
): Promise<void> {
  const spent = await readSpent(tx, tenantId, engagement);
  if (spent < engagement.budget_nano_usd) return;
  const values = { spent: formatUsd(spent), budget: formatUsd(engagement.budget_nano_usd) };
  throw new ApiError('budget_exhausted', { values });
}
