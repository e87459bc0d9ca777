import type { Plan } from '@ecp/contract/work/plans';
import { formatUsd } from '../../base/format/format.ts';
import { t } from '../../base/language/translate.ts';

/** Says, in the language of the page, that work may cost more than what is left of the budget. */
export function warnOfPrice({ cost, remaining }: Pick<Plan, 'cost' | 'remaining'>): string[] {
  const left = formatUsd(remaining);
  if (cost.expected > remaining) {
    const amount = formatUsd(cost.expected);
    return [
      t('The work is expected to cost {amount}, more than the {left} left in the budget.', {
        amount,
        left,
      }),
    ];
  }
  if (cost.high <= remaining) return [];
  const amount = formatUsd(cost.high);
  return [
    t('The work may cost up to {amount}, more than the {left} left in the budget.', {
      amount,
      left,
    }),
  ];
}

/** Warns of the price of a plan, also where no model has one. */
export function warnOfPlan({
  cost,
  remaining,
  tasks,
}: Pick<Plan, 'cost' | 'remaining' | 'tasks'>): string[] {
  if (tasks.length === 0 || cost.high > 0) return warnOfPrice({ cost, remaining });
  return [
    t(
      'These costs are not counted: the offline model is free, and a model without a price counts as free.',
    ),
  ];
}
