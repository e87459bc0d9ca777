import { formatUsd, nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { EngineCostRange, EnginePlan } from '@ecp/contract/engine/engine-plans';
import type { Plan } from '@ecp/contract/work/plans';
import type { Budget } from '../runs/records/require-budget-left.ts';

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
  const price = describePrice(answer.cost, { budgetNanoUsd, spentNanoUsd: toNano(answer.spentUsd) });
  return {
    ...price,
    id,
    engagementId,
    planned: answer.planned,
    tasks: answer.tasks.map(({ id, name, description, agent, kind, dependsOn, model, cost }) => {
      return { id, name, description, agent, kind, dependsOn, model, cost: toRange(cost) };
    }),
    ...(answer.cachedShare !== undefined && { cachedShare: answer.cachedShare }),
    ...(answer.savedUsd !== undefined && { savedUsd: answer.savedUsd }),
    planningCost: answer.planningCostUsd,
    spent: answer.spentUsd,
    learnedFromTasks: answer.learnedFromTasks,
    warnings: [...price.warnings, ...warnOfFreeModels(answer)],
    createdAt: createdAt.toISOString(),
  };
}

/** Describes the price of work beside the budget, with a warning if it may cost more than what is left. */
export function describePrice(
  cost: EngineCostRange,
  { budgetNanoUsd, spentNanoUsd }: Budget,
): Pick<Plan, 'cost' | 'budget' | 'remaining' | 'warnings'> {
  const remainingNanoUsd = Math.max(0, budgetNanoUsd - spentNanoUsd);
  return {
    cost: toRange(cost),
    budget: nanoToUsd(budgetNanoUsd),
    remaining: nanoToUsd(remainingNanoUsd),
    warnings: warnOfBudget(cost, remainingNanoUsd),
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

function warnOfBudget({ expectedUsd, highUsd }: EngineCostRange, remainingNanoUsd: number): string[] {
  const [expected, high] = [toNano(expectedUsd), toNano(highUsd)];
  const left = `the ${formatUsd(remainingNanoUsd)} left in the budget`;
  if (expected > remainingNanoUsd) return [`The work is expected to cost ${formatUsd(expected)}, more than ${left}.`];
  if (high > remainingNanoUsd) return [`The work may cost up to ${formatUsd(high)}, more than ${left}.`];
  return [];
}
