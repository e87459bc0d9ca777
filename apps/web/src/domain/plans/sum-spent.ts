import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';

/**
 * Sums the US dollars that count against the budget: all runs and plans of an engagement. A plan reports what had been
 * spent when it was made (docs/requirements/planning.md), so only later runs are added.
 */
export function sumSpent({ runs }: Pick<EngagementDetail, 'runs'>, plan: Plan | null | undefined): number {
  const add = (sum: number, { estimatedCost }: { estimatedCost: number }) => sum + estimatedCost;
  if (!plan) return runs.reduce(add, 0);
  const since = runs.filter(({ startedAt }) => Date.parse(startedAt) > Date.parse(plan.createdAt));
  return Math.max(since.reduce(add, plan.spent), runs.reduce(add, plan.planningCost));
}
