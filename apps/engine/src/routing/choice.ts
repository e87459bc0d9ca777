import type { CatalogModel } from '../models/catalog.ts';
import type { QualityEstimate } from './estimate-quality.ts';
import type { PastTask } from './past-task.ts';
import type { TaskShape } from './task-difficulty.ts';

/** The facts that decide the choice of a task's model. */
export interface RatingInput {
  task: TaskShape;
  agentSlug: string;
  /** The models to choose from, at least one. */
  models: readonly CatalogModel[];
  /** The rest of the engagement's budget. */
  remainingNanoUsd: number;
  /** Number of tasks that still need money, including this one. */
  tasksLeft: number;
  /** The tenant's earlier tasks with their outcomes, newest first. */
  past: readonly PastTask[];
}

export interface RoutingInput extends RatingInput {
  /** Identifies the decision. The same seed decides the same. */
  seed: string;
  /** False if no model may be explored, because a reviewer sent the task back. */
  mayExplore: boolean;
  /** Id of the model that the engagement uses alone; null if the router chooses. */
  pinned: string | null;
}

/** The result for a model in a choice. `best`, `explored` and `pinned` are chosen; the others say why not. */
export type RoutingVerdict =
  | 'best'
  | 'explored'
  | 'pinned'
  | 'not_affordable'
  | 'failing'
  | 'too_risky'
  | 'lower_value'
  | 'not_tried';

/** One model in a choice, as it is recorded. Scores are qualities from 0 to 100. */
export interface RoutingCandidate {
  model: string;
  expectedScore: number;
  /** Standard deviation of the belief about its mean score. */
  spread: number;
  /** Number of past tasks of the kind behind the expectation, and how many of them the same agent did. */
  samples: number;
  ownSamples: number;
  expectedCostNanoUsd: number;
  affordable: boolean;
  /** Expected net value in USD: the value of an approval, minus the cost and the reviewer's time. */
  utility: number;
  verdict: RoutingVerdict;
  why: string;
}

export interface RoutingChoice {
  model: CatalogModel;
  /** True if a model other than the preferred one was chosen, to learn about it. */
  explored: boolean;
  reason: string;
  /** The chosen model, then the others as fallbacks, next best first. */
  candidates: RoutingCandidate[];
}

/** A candidate before its verdict. */
export interface RatedModel {
  model: CatalogModel;
  quality: QualityEstimate;
  /** Probabilities that its next document is approved, and that its quality is at least 75. */
  approved: number;
  good: number;
  expectedCostNanoUsd: number;
  netValueNanoUsd: number;
  affordable: boolean;
  /** True if its newest tasks failed. */
  failing: boolean;
}
