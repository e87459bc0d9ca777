import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import type { QualityReading } from './judge-calibration.ts';
import { multiply, type Normal } from './normal-distribution.ts';
import type { PastTask, Weighed } from './past-task.ts';
import { sinceChange } from './since-change.ts';
import { kindDifficulty } from './task-difficulty.ts';

/** The belief about the mean quality of a model's documents on a task, 0 to 100. */
export interface QualityEstimate extends Normal {
  /** Number of past tasks of the kind behind it, and how many of them the same agent did. */
  samples: number;
  ownSamples: number;
}

/** Expected quality of a tier before any observation, on an easy and on a hard task. */
const priorQuality: Record<ModelTier, { easy: number; hard: number }> = {
  economy: { easy: 80, hard: 70 },
  standard: { easy: 84, hard: 79 },
  premium: { easy: 86, hard: 86 },
};
/**
 * Standard deviations in points: of models of a tier, of a model's kinds of task, of its agents, and of single tasks.
 */
const modelSpread = 8;
const kindSpread = 9;
const agentSpread = 3;
export const taskSpread = 7;

/** A past task with the estimate of its document's quality. */
export type ReadTask = Weighed<PastTask> & { quality: Normal };

/** Reads the quality of each past task that was scored or reviewed, or that failed. */
export function readQualities(past: readonly Weighed<PastTask>[], read: QualityReading): ReadTask[] {
  const known = past.filter(({ score, review, failed }) => failed || score !== null || review !== null);
  return known.map((task) => ({ ...task, quality: read(task) }));
}

/**
 * Estimates the mean quality of a model's documents for an agent. It starts from the tier and moves with the model's
 * results on other kinds of task (a main effect of the model), on this kind, and with this agent. Each level is a
 * normal update of the previous one, so that little evidence changes little, and many results of the agent itself
 * dominate. Results from before a change of the model do not count. `difficulty` is 0 to 1.
 */
export function estimateQuality(
  model: Pick<CatalogModel, 'id' | 'tier'>,
  task: { kind: TaskKind; agentSlug: string; difficulty: number },
  past: readonly ReadTask[],
): QualityEstimate {
  const all = past.filter((done) => done.model === model.id);
  const seen = sinceChange(
    all.filter(({ kind }) => kind === task.kind),
    taskSpread,
  );
  const own = seen.filter(({ agentSlug }) => agentSlug === task.agentSlug);
  const others = seen.filter(({ agentSlug }) => agentSlug !== task.agentSlug);
  const effect = mainEffect(
    model,
    all.filter(({ kind }) => kind !== task.kind),
  );
  const expected = {
    mean: expectedOf(model.tier, task.difficulty) + effect.mean,
    variance: effect.variance + kindSpread ** 2,
  };
  const ofKind = update(expected, others);
  const ofAgent = update({ mean: ofKind.mean, variance: ofKind.variance + agentSpread ** 2 }, own);
  return { ...ofAgent, samples: seen.length, ownSamples: own.length };
}

/** Estimates how many points a model is above its tier (negative: below), from every kind of task that it has done. */
function mainEffect({ tier }: Pick<CatalogModel, 'tier'>, past: readonly ReadTask[]): Normal {
  const kinds = [...new Set(past.map(({ kind }) => kind))];
  return kinds.reduce<Normal>(
    (belief, kind) => {
      const ofKind = sinceChange(
        past.filter((task) => task.kind === kind),
        taskSpread,
      );
      const found = update({ mean: 0, variance: Number.POSITIVE_INFINITY }, ofKind);
      const beyond = found.mean - expectedOf(tier, kindDifficulty[kind]);
      return multiply(belief, { mean: beyond, variance: found.variance + kindSpread ** 2 });
    },
    { mean: 0, variance: modelSpread ** 2 },
  );
}

const expectedOf = (tier: ModelTier, difficulty: number): number => {
  const { easy, hard } = priorQuality[tier];
  return easy + (hard - easy) * difficulty;
};

function update(belief: Normal, tasks: readonly ReadTask[]): Normal {
  const precisionOf = ({ weight, quality }: ReadTask) => weight / (quality.variance + taskSpread ** 2);
  const precision = tasks.reduce((sum, task) => sum + precisionOf(task), 1 / belief.variance);
  const observed = tasks.reduce((sum, task) => sum + precisionOf(task) * task.quality.mean, 0);
  return { mean: (belief.mean / belief.variance + observed) / precision, variance: 1 / precision };
}
