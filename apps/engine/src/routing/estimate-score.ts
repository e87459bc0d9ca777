import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import type { WeighedTask } from './past-task.ts';

/** What a model is thought to be worth on a task: a Normal belief, on the scale of the scores. */
export interface ScoreEstimate {
  mean: number;
  /** Standard deviation of the belief about the mean, not of single tasks. */
  spread: number;
  /** Past tasks behind it, and how many of those the same agent did. */
  samples: number;
  ownSamples: number;
}

/** What a tier is worth before anything was observed, on an easy and on a hard task. */
const priorScore: Record<ModelTier, { easy: number; hard: number }> = {
  economy: { easy: 80, hard: 66 },
  standard: { easy: 84, hard: 78 },
  premium: { easy: 86, hard: 86 },
};
/** Points by which models of one tier differ (standard deviation), agents with one model, and tasks of one pair. */
const tierSpread = 9;
const agentSpread = 4;
const taskNoise = 9;

/**
 * Believed score of a model for an agent, by three levels: the tier's prior, what others did with it on this kind of
 * task, what this agent did with it. Each level is a Normal update of the one before, so that little evidence moves
 * little and the agent's own evidence wins in the end. `difficulty` is 0 to 1.
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
