import type { Insight } from '@ecp/contract/reach/insights';
import {
  compareAgent,
  compareBudgets,
  compareCriterion,
  compareModels,
  comparePeriods,
  compareReviewed,
  type FindingComparison,
} from './compare-evidence.ts';

/** Returns the values that a finding compares as bars; null for an agreement, which has its own chart. */
export function toBars(insight: Insight): FindingComparison | null {
  switch (insight.kind) {
    case 'model_comparison':
      return compareModels(insight.evidence);
    case 'weak_criterion':
      return compareCriterion(insight.evidence);
    case 'agent_sent_back':
      return compareAgent(insight.evidence);
    case 'score_agreement':
      return compareReviewed(insight.evidence);
    case 'cost_trend':
      return comparePeriods(insight.evidence);
    case 'budget_use':
      return compareBudgets(insight.evidence);
    case 'rubric_agreement':
      return null;
  }
}
