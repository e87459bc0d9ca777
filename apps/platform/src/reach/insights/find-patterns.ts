import { findModelPatterns } from './find-model-patterns.ts';
import { findBudgetUse, findCostTrend } from './find-money-patterns.ts';
import { findScoreAgreement, findSentBackAgents, findWeakCriteria } from './find-quality-patterns.ts';
import { findRubricAgreement } from './find-rubric-agreement.ts';
import type { Finding } from './finding.ts';
import type { PatternFacts } from './pattern-facts.ts';

/** Returns all findings that the facts support (INS-4). */
export function findPatterns(facts: PatternFacts): Finding[] {
  return [
    ...findModelPatterns(facts.models),
    ...findWeakCriteria(facts.criteria),
    ...findSentBackAgents(facts.agents),
    ...findScoreAgreement(facts.reviewedScores),
    ...findRubricAgreement(facts.agreements),
    ...findCostTrend(facts.approvalCosts),
    ...findBudgetUse(facts.budgets),
  ];
}
