import type { CatalogModel } from '../models/catalog.ts';
import type { PastTask } from './past-task.ts';
import type { TaskShape } from './task-difficulty.ts';

export interface RoutingInput {
  task: TaskShape;
  agentSlug: string;
  /** The models to choose from, at least one. */
  models: CatalogModel[];
  /** What the engagement may still spend. */
  remainingNanoUsd: number;
  /** Number of tasks that still need money, including this one. */
  tasksLeft: number;
  /** The tenant's finished tasks of this kind, newest first. */
  past: PastTask[];
  /** Identifies the decision. The same seed draws the same numbers. */
  seed: string;
  /** False if no model may be explored, because a reviewer sent the task back. */
  mayExplore: boolean;
}

/** The result for a model in a choice. `explored` and `best` are chosen; the others say why not. */
export type RoutingVerdict = 'best' | 'explored' | 'not_affordable' | 'too_risky' | 'not_tried' | 'drawn_lower';

/** One model in a choice. Scores are 0 to 100. */
export interface RoutingCandidate {
  model: string;
  expectedScore: number;
  /** Standard deviation of the belief about its mean score. */
  spread: number;
  /** Number of past tasks behind the expectation, and how many of them the same agent did. */
  samples: number;
  ownSamples: number;
  expectedCostNanoUsd: number;
  affordable: boolean;
  /** Expected score minus the price in points. */
  utility: number;
  /** The utility from this decision's draw. The highest permitted one is chosen. */
  drawnUtility: number;
  verdict: RoutingVerdict;
  why: string;
}

export interface RoutingChoice {
  model: CatalogModel;
  /** True if a model other than the best was chosen, to learn about it. */
  explored: boolean;
  reason: string;
  candidates: RoutingCandidate[];
}

/** A candidate before its verdict, with unrounded numbers. */
export type RatedCandidate = Omit<RoutingCandidate, 'verdict' | 'why' | 'model'> & { model: CatalogModel };
