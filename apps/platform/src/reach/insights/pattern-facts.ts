import type { Sample } from './sample.ts';

/** Tasks of one kind that one model did: evaluator's scores (0 to 100) and costs in nano-USD. */
export interface ModelFacts {
  taskKind: string;
  model: string;
  score: Sample;
  cost: Sample;
}

/** Scores of one criterion of a rubric, and how often no other criterion of the same deliverable scored lower. */
export interface CriterionFacts {
  rubricType: string;
  criterion: string;
  score: Sample;
  lowest: number;
}

/** Reviewed versions that an agent wrote, and how many of them await a revision or were rejected. */
export interface AgentFacts {
  agentSlug: string;
  reviewed: number;
  sentBack: number;
}

/**
 * How often evaluator and reviewers gave each pair of verdicts on the deliverables scored by one version of a rubric: rows
 * the evaluator's, columns the latest review's, both in the order of `verdicts`. At least one is not 0.
 */
export interface RubricAgreementFacts {
  rubricType: string;
  rubricVersion: number;
  table: number[][];
}

/** Engagements that spent anything, all their runs together. */
export interface BudgetFacts {
  engagements: number;
  /** A run of theirs failed as the budget was exhausted. */
  exhausted: number;
  /** Spent less than half of their budget. */
  belowHalf: number;
  /** Middle of spent divided by budget. */
  medianShare: number;
}

/** What an analysis looks at, added up over the tenant's engagements. */
export interface PatternFacts {
  models: ModelFacts[];
  criteria: CriterionFacts[];
  agents: AgentFacts[];
  /** Scores of versions that people approved, and of those that they sent back. */
  reviewedScores: { approved: Sample; sentBack: Sample };
  agreements: RubricAgreementFacts[];
  /** Cost in nano-USD of all attempts at a deliverable up to its approval, by the time of the approval. */
  approvalCosts: { recent: Sample; earlier: Sample };
  budgets: BudgetFacts;
}

/** How long the two periods of `approvalCosts` are. */
export const trendPeriodDays = 90;
