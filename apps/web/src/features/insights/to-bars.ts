import type { Insight } from '@ecp/contract/insights';
import {
  type Comparison,
  compareAgent,
  compareBudgets,
  compareCriterion,
  compareModels,
  comparePeriods,
  compareReviewed,
} from './compare-evidence.ts';
import type { Evidence } from './read-evidence.ts';

const makers: ReadonlyMap<string, (evidence: Evidence) => Comparison> = new Map([
  ['model_comparison', compareModels],
  ['weak_criterion', compareCriterion],
  ['agent_sent_back', compareAgent],
  ['score_agreement', compareReviewed],
  ['cost_trend', comparePeriods],
  ['budget_use', compareBudgets],
]);

/** What a finding compares, as bars; null where its kind is not known here or compares nothing. */
export function toBars({ kind, evidence }: Insight): Comparison | null {
  return makers.get(kind)?.(evidence) ?? null;
}
