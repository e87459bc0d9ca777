import { formatUsd, nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { EngineCostRange, EnginePlan } from '@ecp/contract/engine/engine-plans';
import type { Plan } from '@ecp/contract/work/plans';

/** Turns the engine's plan into the wire form, with the remaining budget and warnings about it. */
export function describePlan(
  answer: EnginePlan,
  {
    id,
    engagementId,
    budgetNanoUsd,
    createdAt,
  }: Pick<Plan, 'id' | 'engagementId'> & {
    budgetNanoUsd: number;
    createdAt: Date;
  },
): Plan {
  const remainingNanoUsd = Math.max(0, budgetNanoUsd - toNano(answer.spentUsd));
  return {
    id,
    engagementId,
    planned: answer.planned,
    tasks: answer.tasks.map(({ id, name, description, agent, kind, dependsOn, model, cost }) => {
      return { id, name, description, agent, kind, dependsOn, model, cost: toRange(cost) };
    }),
    cost: toRange(answer.cost),
    ...(answer.cachedShare !== undefined && { cachedShare: answer.cachedShare }),
    ...(answer.savedUsd !== undefined && { savedUsd: answer.savedUsd }),
    planningCost: answer.planningCostUsd,
    budget: nanoToUsd(budgetNanoUsd),
    spent: answer.spentUsd,
    remaining: nanoToUsd(remainingNanoUsd),
    learnedFromTasks: answer.learnedFromTasks,
    warnings: [...warnOfBudget(answer.cost, remainingNanoUsd), ...warnOfFreeModels(answer)],
    createdAt: createdAt.toISOString(),
  };
}

/** Converts the engine's US dollars to nano-USD. Unlike a budget, they may be 0. */
export function toNano(usd: number): number {
  return usd === 0 ? 0 : usdToNano(usd);
}

/** Converts the engine's range into that of the wire form. */
export const toRange = ({ lowUsd, expectedUsd, highUsd }: EngineCostRange): Plan['cost'] => {
  return { low: lowUsd, expected: expectedUsd, high: highUsd };
};

function warnOfFreeModels({ cost, tasks }: EnginePlan): string[] {
  if (tasks.length === 0 || cost.highUsd > 0) return [];
  return ['These costs are not counted: the offline model is free, and a model without a price counts as free.'];
}

/** Returns a warning if work may cost more than what is left of the budget, in nano-USD. */
export function warnOfBudget({ expectedUsd, highUsd }: EngineCostRange, remainingNanoUsd: number): string[] {
  const [expected, high] = [toNano(expectedUsd), toNano(highUsd)];
  const left = `the ${formatUsd(remainingNanoUsd)} left in the budget`;
  if (expected > remainingNanoUsd) return [`The work is expected to cost ${formatUsd(expected)}, more than ${left}.`];
  if (high > remainingNanoUsd) return [`The work may cost up to ${formatUsd(high)}, more than ${left}.`];
  return [];
}
