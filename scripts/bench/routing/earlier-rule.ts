import { createHash } from 'node:crypto';
import type { CatalogModel, ModelTier } from '../../../apps/engine/src/models/catalog.ts';
import { worstCaseCostNanoUsd } from '../../../apps/engine/src/models/catalog.ts';
import { type TaskShape, taskDifficulty } from '../../../apps/engine/src/routing/estimates.ts';
import type { PastTask, ReviewOutcome } from '../../../apps/engine/src/routing/past-tasks.ts';

/** A past task with the score of each judge, as the earlier rule reads it. */
export interface JudgedTask extends PastTask {
  observerScore: number | null;
  evaluatorScore: number | null;
}

interface Asked {
  task: TaskShape;
  agentSlug: string;
  models: readonly CatalogModel[];
  shareNanoUsd: number;
  past: readonly JudgedTask[];
  seed: string;
  mayExplore: boolean;
}

const reviewScores: Record<ReviewOutcome, number> = { approved: 90, revision_requested: 55, rejected: 20 };
const priorScore: Record<ModelTier, { easy: number; hard: number }> = {
  economy: { easy: 80, hard: 66 },
  standard: { easy: 84, hard: 78 },
  premium: { easy: 86, hard: 86 },
};

/**
 * The previous rule of the router, for comparison: Thompson sampling of the mean of reviews and uncalibrated scores of
 * this kind of task, minus the price in points. It ignores failures. Returns the chosen model, then the others by
 * utility.
 */
export function chooseByEarlierRule({ task, models, shareNanoUsd, seed, mayExplore, ...asked }: Asked): CatalogModel[] {
  const past = asked.past
    .filter(({ kind, failed }) => kind === task.kind && !failed)
    .map((done, newer) => ({ ...done, weight: 0.5 ** (newer / 30 + done.ageDays / 90), reward: rewardOf(done) }));
  const difficulty = taskDifficulty(task);
  const rated = models.map((model) => {
    const own = past.filter((done) => done.model === model.id && done.agentSlug === asked.agentSlug);
    const others = past.filter((done) => done.model === model.id && done.agentSlug !== asked.agentSlug);
    const { easy, hard } = priorScore[model.tier];
    const ofKind = update({ mean: easy + (hard - easy) * difficulty, variance: 81 }, others);
    const belief = update({ mean: ofKind.mean, variance: ofKind.variance + 16 }, own);
    const list = listCost(model);
    const cost = list * shrinkCosts(shrinkCosts(shrinkCosts(1, past, models), others, models), own, models);
    const utility = belief.mean - 12 * (cost / shareNanoUsd) - (6 * cost) / 1e9;
    const drawn = utility + Math.sqrt(belief.variance) * drawNormal(`${seed}\n${model.id}`);
    return { model, utility, drawn, cost, affordable: Math.max(cost, list) <= shareNanoUsd };
  });
  const affordable = rated.filter((candidate) => candidate.affordable);
  const pool = affordable.length > 0 ? affordable : rated.toSorted((a, b) => a.cost - b.cost).slice(0, 1);
  const byUtility = rated.toSorted((a, b) => b.utility - a.utility);
  const best = pool.reduce((a, b) => (b.utility > a.utility ? b : a));
  const permitted = pool.filter(
    ({ utility, cost }) => mayExplore && best.utility - utility <= 10 && cost * 2 <= shareNanoUsd,
  );
  const chosen = permitted.reduce((a, b) => (b.drawn > a.drawn ? b : a), best);
  return [chosen, ...byUtility.filter((candidate) => candidate !== chosen)].map(({ model }) => model);
}

const listCost = (model: CatalogModel) => worstCaseCostNanoUsd(model, { promptBytes: 40_000, maxOutputTokens: 12_000 });

function rewardOf({ review, evaluatorScore, observerScore }: JudgedTask): number {
  const parts = [
    { score: review === null ? null : reviewScores[review], weight: 0.5 },
    { score: evaluatorScore, weight: 0.3 },
    { score: observerScore, weight: 0.2 },
  ].flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]));
  return (
    parts.reduce((sum, { score, weight }) => sum + score * weight, 0) / parts.reduce((sum, p) => sum + p.weight, 0)
  );
}

function update(belief: { mean: number; variance: number }, tasks: readonly { weight: number; reward: number }[]) {
  const precision = 1 / belief.variance + tasks.reduce((sum, { weight }) => sum + weight, 0) / 81;
  const observed = tasks.reduce((sum, { weight, reward }) => sum + weight * reward, 0) / 81;
  return { mean: (belief.mean / belief.variance + observed) / precision, variance: 1 / precision };
}

function shrinkCosts(
  prior: number,
  seen: readonly { model: string; weight: number; costNanoUsd: number | null }[],
  models: readonly CatalogModel[],
): number {
  const listOf = new Map(models.map((model) => [model.id, listCost(model)]));
  const paid = seen.map(({ model, weight, costNanoUsd }) => {
    return { weight, ratio: (costNanoUsd ?? 0) / (listOf.get(model) ?? 1) };
  });
  const weight = paid.reduce((sum, task) => sum + task.weight, 3);
  return paid.reduce((sum, task) => sum + task.ratio * task.weight, prior * 3) / weight;
}

function drawNormal(seed: string): number {
  const bytes = createHash('sha256').update(seed).digest();
  const radius = (bytes.readUIntBE(0, 6) + 1) / 2 ** 48;
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos((2 * Math.PI * bytes.readUIntBE(6, 6)) / 2 ** 48);
}
