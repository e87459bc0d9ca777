import { formatUsd, nanoToUsd } from '@ecp/contract/declaring/money';
import { type FindingOf, formatShare, round } from './finding.ts';
import { type BudgetFacts, type PatternFacts, trendPeriodDays } from './pattern-facts.ts';
import { compareSamples, isSignificantlyGreater, wilsonLowerBound } from './sample.ts';

/** The least change of the cost of an approved deliverable, up or down, that is a trend. */
const leastChange = 1.25;
/** Budgets are too small when more than this share of the engagements exhausted theirs, chance excluded. */
const exhaustedAbove = 0.1;
/** Budgets are mostly unused when more than this share of the engagements spent less than half of theirs. */
const unusedAbove = 0.5;

/** Finds whether an approved deliverable costs more or less than in the period before, with all its attempts. */
export function findCostTrend({ recent, earlier }: PatternFacts['approvalCosts']): FindingOf<'cost_trend'>[] {
  const rising = recent.mean >= earlier.mean;
  const [higher, lower] = rising ? [recent, earlier] : [earlier, recent];
  const costs = compareSamples(higher, lower);
  if (!costs || !isSignificantlyGreater(costs, 1) || higher.mean < lower.mean * leastChange) return [];
  const recently = `${formatUsd(recent.mean)} in the last ${trendPeriodDays} days (${recent.count} deliverables)`;
  return [
    {
      kind: 'cost_trend',
      title: `An approved deliverable costs ${rising ? 'more' : 'less'} than before`,
      description: `It cost ${recently}, and ${formatUsd(earlier.mean)} in the ${trendPeriodDays} days before (${earlier.count}), including all attempts at it.`,
      evidence: {
        direction: rising ? 'rising' : 'falling',
        periodDays: trendPeriodDays,
        approvedRecently: recent.count,
        approvedBefore: earlier.count,
        recentCostUsd: nanoToUsd(Math.round(recent.mean)),
        earlierCostUsd: nanoToUsd(Math.round(earlier.mean)),
        marginUsd: nanoToUsd(Math.round(costs.margin)),
      },
    },
  ];
}

/** Finds whether budgets end work too early or are far above what is spent. */
export function findBudgetUse(budgets: BudgetFacts): FindingOf<'budget_use'>[] {
  const { engagements, exhausted, belowHalf, medianShare } = budgets;
  const evidence = { engagements, exhausted, belowHalf, medianShare: round(medianShare, 3) };
  if (wilsonLowerBound(exhausted, engagements) > exhaustedAbove) {
    return [
      {
        kind: 'budget_use',
        title: 'Budgets end runs before their work is done',
        description: `${exhausted} of ${engagements} engagements (${formatShare(exhausted / engagements)}) had a run that failed because the budget was exhausted.`,
        evidence: { outcome: 'too_small', ...evidence },
      },
    ];
  }
  if (wilsonLowerBound(belowHalf, engagements) <= unusedAbove) return [];
  return [
    {
      kind: 'budget_use',
      title: 'Most budgets are largely unused',
      description: `${belowHalf} of ${engagements} engagements spent less than half of their budget; the median engagement spent ${formatShare(medianShare)}.`,
      evidence: { outcome: 'mostly_unused', ...evidence },
    },
  ];
}
