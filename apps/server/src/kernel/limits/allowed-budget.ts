import { ApiError } from '@ecp/contract/declaring/errors';
import { formatUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { PlatformConfig } from '../settings.ts';

/**
 * Throws `budget_too_high` for a budget in US dollars above what the operator allows
 * (MAX_BUDGET_USD).
 */
export function requireAllowedBudget(
  { maxBudgetUsd }: Pick<PlatformConfig, 'maxBudgetUsd'>,
  budgetUsd: number | undefined,
): void {
  if (budgetUsd === undefined || budgetUsd <= maxBudgetUsd) return;
  throw new ApiError('budget_too_high', { values: { limit: formatUsd(usdToNano(maxBudgetUsd)) } });
}
