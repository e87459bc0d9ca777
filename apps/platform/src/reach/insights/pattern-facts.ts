import type { Sample } from './sample.ts';

/** Tasks of one kind by one model: the evaluator's scores (0 to 100) and the costs in nano-USD. */
export interface ModelFacts {
  taskKind: string;
  model: string;
  score: Sample;
  cost: Sample;
}

/** Scores of one criterion of a rubric, and how often no other criterion of the deliverable scored lower. */
export interface CriterionFacts {
  rubricType: string;
  criterion: string;
  score: Sample;
  lowest: number;
}

/** Number of an agent's reviewed versions, and how many of them await a revision or were rejected. */
export interface AgentFacts {
  agentSlug: string;
  reviewed: number;
  sentBack: number;
}

/**
 * Counts of each pair of verdicts by evaluator and reviewers on the deliverables scored by one version of a rubric.
 * Rows are the evaluator's, columns the latest review's, both in the order of `verdicts`. At least one count is not 0.
 */
export interface RubricAgreementFacts {
  rubricType: string;
  rubricVersion: number;
  table: number[][];
}

/** Engagements that spent anything, over all their runs. */
export interface BudgetFacts {
  engagements: number;
  /** How many had a run that failed because the budget was exhausted. */
  exhausted: number;
  /** How many spent less than half of their budget. */
  belowHalf: number;
  /** Median of spent divided by budget. */
  medianShare: number;
}

/** The input of an analysis, aggregated over the tenant's engagements. */
export interface PatternFacts {
  models: ModelFacts[];
  criteria: CriterionFacts[];
  agents: AgentFacts[];
  /** Scores of versions that people approved, and of versions that they sent back. */
  reviewedScores: { approved: Sample; sentBack: Sample };
  agreements: RubricAgreementFacts[];
  /** Cost in nano-USD of all attempts at a deliverable up to its approval, by the time of approval. */
  approvalCosts: { recent: Sample; earlier: Sample };
  budgets: BudgetFacts;
}

/** Length of the two periods of `approvalCosts`. */
export const trendPeriodDays = 90;
