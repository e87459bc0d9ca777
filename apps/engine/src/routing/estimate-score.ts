import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import type { WeighedTask } from './past-task.ts';

/** The belief about a model's score on a task: a normal distribution. */
export interface ScoreEstimate {
  mean: number;
  /** Standard deviation of the belief about the mean, not of single tasks. */
  spread: number;
  /** Number of past tasks behind it, and how many of them the same agent did. */
  samples: number;
  ownSamples: number;
}

/** Expected score of a tier before any observation, on an easy and on a hard task. */
const priorScore: Record<ModelTier, { easy: number; hard: number }> = {
  economy: { easy: 80, hard: 66 },
  standard: { easy: 84, hard: 78 },
  premium: { easy: 86, hard: 86 },
};
/** Standard deviations in points: of models of one tier, of agents with one model, and of tasks of one such pair. */
const tierSpread = 9;
const agentSpread = 4;
const taskNoise = 9;

/**
 * Estimates the score of a model for an agent on three levels: the tier's prior, results of others with the model on this
 * task kind, and results of this agent with it. Each level is a normal update of the previous one, so that little evidence
 * changes little and the agent's own results finally dominate. `difficulty` is 0 to 1.
 */
export function estimateScore(
  model: Pick<CatalogModel, 'id' | 'tier'>,
  agentSlug: string,
  difficulty: number,
  past: readonly WeighedTask[],
): ScoreEstimate {
  const { easy, hard } = priorScore[model.tier];
  const seen = past.filter((task) => task.model === model.id);
  const own = seen.filter((task) => task.agentSlug === agentSlug);
  const others = seen.filter((task) => task.agentSlug !== agentSlug);
  const kind = update({ mean: easy + (hard - easy) * difficulty, variance: tierSpread ** 2 }, others);
  const agent = update({ mean: kind.mean, variance: kind.variance + agentSpread ** 2 }, own);
  return { mean: agent.mean, spread: Math.sqrt(agent.variance), samples: seen.length, ownSamples: own.length };
}

function update(belief: { mean: number; variance: number }, tasks: readonly WeighedTask[]) {
  const precision = 1 / belief.variance + tasks.reduce((sum, { weight }) => sum + weight, 0) / taskNoise ** 2;
  const observed = tasks.reduce((sum, { weight, reward }) => sum + weight * reward, 0) / taskNoise ** 2;
  return { mean: (belief.mean / belief.variance + observed) / precision, variance: 1 / precision };
}
