import type { CatalogModel } from '../models/catalog.ts';
import type { PastTask } from './past-task.ts';
import type { TaskShape } from './task-difficulty.ts';

export interface RoutingInput {
  task: TaskShape;
  agentSlug: string;
  /** At least one. */
  models: CatalogModel[];
  /** What the engagement may still spend. */
  remainingNanoUsd: number;
  /** Tasks that still need money, this one included. */
  tasksLeft: number;
  /** The tenant's finished tasks of this kind, newest first. */
  past: PastTask[];
  /** Names the decision: the same seed draws the same numbers. */
  seed: string;
  /** False where nothing may be tried out, as a reviewer sent the task back. */
  mayExplore: boolean;
}

/** Where a model stands in a choice; `explored` and `best` are chosen, the others say why not. */
export type RoutingVerdict = 'best' | 'explored' | 'not_affordable' | 'too_risky' | 'not_tried' | 'drawn_lower';

/** One model's standing in a choice. Scores 0 to 100. */
export interface RoutingCandidate {
  model: string;
  expectedScore: number;
  /** Standard deviation of what is believed about its mean score. */
  spread: number;
  /** Past tasks behind the expectation; of those, the same agent's. */
  samples: number;
  ownSamples: number;
  expectedCostNanoUsd: number;
  affordable: boolean;
  /** Expected score less what the price is worth, in points. */
  utility: number;
  /** The utility that this decision's draw gave it; the highest permitted one is chosen. */
  drawnUtility: number;
  verdict: RoutingVerdict;
  why: string;
}

export interface RoutingChoice {
  model: CatalogModel;
  /** True when another than the model thought best was chosen, to learn about it. */
  explored: boolean;
  reason: string;
  candidates: RoutingCandidate[];
}

/** A candidate before it is judged; numbers unrounded. */
export type RatedCandidate = Omit<RoutingCandidate, 'verdict' | 'why' | 'model'> & { model: CatalogModel };
