import { usdToNano } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { verdictThresholds } from '@ecp/contract/values/verdicts';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type TaskKind, taskKinds } from '@ecp/model-calls/task-kinds';
import type { RunRef } from '../kernel/events.ts';
import { type EngineTask, openRun } from '../kernel/runs.ts';
import {
  type CatalogModel,
  callCostNanoUsd,
  type ModelTier,
  plainUsage,
} from '../models/catalog.ts';

/** The belief about the mean quality of a model's documents, 0 to 100. */
export interface QualityEstimate extends Normal {
  /** Number of past tasks of the kind behind it, and how many of them the same agent did. */
  samples: number;
  ownSamples: number;
}

/** Expected quality of a tier, 0 to 100, before any observation. */
const priorQuality: Record<ModelTier, { easy: number; hard: number }> = {
  economy: { easy: 80, hard: 70 },
  standard: { easy: 84, hard: 79 },
  premium: { easy: 86, hard: 86 },
};
/**
 * Standard deviations in points: of a tier's models, a model's kinds of task, its agents, and
 * single tasks.
 */
const modelSpread = 8;
const kindSpread = 9;
const agentSpread = 3;
const taskSpread = 7;

export type ReadTask = Weighed<PastTask> & { quality: Normal };

/** Reads the quality of each past task that was scored or reviewed, or that failed. */
export function readQualities(
  past: readonly Weighed<PastTask>[],
  read: QualityReading,
): ReadTask[] {
  const known = past.filter(
    ({ score, review, failed }) => failed || score !== null || review !== null,
  );
  return known.map((task) => ({ ...task, quality: read(task) }));
}

/**
 * Estimates mean quality by normal updates: tier, other kinds of task, this kind, this agent.
 * Little evidence changes little, and results from before a change of the model do not count.
 * `difficulty` is 0 to 1.
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

/**
 * Estimates how many points a model is above its tier (negative: below), from all its kinds of
 * task.
 */
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
  const precisionOf = ({ weight, quality }: ReadTask) =>
    weight / (quality.variance + taskSpread ** 2);
  const precision = tasks.reduce((sum, task) => sum + precisionOf(task), 1 / belief.variance);
  const observed = tasks.reduce((sum, task) => sum + precisionOf(task) * task.quality.mean, 0);
  return { mean: (belief.mean / belief.variance + observed) / precision, variance: 1 / precision };
}

/**
 * Tokens of a typical task, to compare prices. Calls of a run begin alike, so caches serve a part
 * of the input.
 */
const typicalTask = { ...plainUsage(40_000, 12_000), cachedInputTokens: 20_000 };
/** Number of tasks as which an estimate counts beside actual costs. */
const priorTasks = 3;

/** Returns the list price of a typical task in nano-USD. */
export function listCostNanoUsd(model: CatalogModel): number {
  return callCostNanoUsd(model, typicalTask);
}

/** Estimates an agent's cost in nano-USD by model id: the list price, corrected by actual costs. */
export function estimateCosts(
  models: readonly CatalogModel[],
  task: Pick<PastTask, 'kind' | 'agentSlug'>,
  past: readonly Weighed<PastTask>[],
): Map<string, number> {
  const listPrices = new Map(models.map((model) => [model.id, listCostNanoUsd(model)]));
  const paid = past.flatMap(({ costNanoUsd, model, ...done }) => {
    const list = listPrices.get(model) ?? 0;
    return list > 0 && costNanoUsd !== null ? [{ ...done, model, ratio: costNanoUsd / list }] : [];
  });
  const ofKind = paid.filter(({ kind }) => kind === task.kind);
  const usual = shrink(shrink(1, paid), ofKind);
  return new Map(
    models.map(({ id }) => {
      const seen = paid.filter(({ model }) => model === id);
      const inKind = seen.filter(({ kind }) => kind === task.kind);
      const own = inKind.filter(({ agentSlug }) => agentSlug === task.agentSlug);
      return [
        id,
        Math.round((listPrices.get(id) ?? 0) * shrink(shrink(shrink(usual, seen), inKind), own)),
      ];
    }),
  );
}

function shrink(prior: number, seen: readonly { ratio: number; weight: number }[]): number {
  const weight = seen.reduce((sum, task) => sum + task.weight, priorTasks);
  return seen.reduce((sum, task) => sum + task.ratio * task.weight, prior * priorTasks) / weight;
}

/**
 * An approved deliverable saves at least ten minutes at 60 USD an hour. More would hide the price
 * of every model.
 */
export const approvedNanoUsd = usdToNano(10);
/** Cost of a reviewer's reading of a document: two minutes at 60 USD an hour. */
const readingNanoUsd = usdToNano(2);
/**
 * Sets the least quality of a good document, and the least share of good documents that a model
 * should reach.
 */
export const goodQuality = 75;
export const goodShare = 0.85;

/** Returns the probability that a model's next document has a quality of at least 75. */
export function probabilityGood({ mean, variance }: Normal): number {
  return shareBelow((mean - goodQuality) / Math.sqrt(variance + taskSpread ** 2));
}

/** Returns the probability that a reviewer approves a model's next document. */
export function probabilityApproved({ mean, variance }: Normal): number {
  return shareBelow(
    (mean - verdictThresholds.approve) / Math.sqrt(variance + taskSpread ** 2 + reviewNoise ** 2),
  );
}

/**
 * Returns the net value in nano-USD. With probability 1 - `approved` the document is written and
 * read once more.
 */
export function netValueNanoUsd(approved: number, costNanoUsd: number): number {
  return approvedNanoUsd * approved - (costNanoUsd + readingNanoUsd) * (2 - approved);
}

/** Difficulty of a usual task, 0 (easy) to 1 (hard). */
const kindDifficulty: Record<TaskKind, number> = {
  general: 0.3,
  research: 0.45,
  plan: 0.5,
  creative: 0.5,
  analysis: 0.6,
  financial: 0.75,
  strategy: 0.8,
  synthesis: 0.8,
};

export interface TaskShape {
  kind: TaskKind;
  description: string;
  dependsOn: string[];
}

/**
 * Returns 0 (easy) to 1 (hard), by the task kind, the size of the request and the number of inputs
 * to combine.
 */
export function taskDifficulty(task: TaskShape): number {
  const asked = Math.min(0.15, task.description.length / 8_000);
  const joined = Math.min(0.1, task.dependsOn.length * 0.03);
  return Math.min(1, kindDifficulty[task.kind] + asked + joined);
}

/**
 * Sets the least number of results that show a change, and the least difference of the means in
 * standard errors.
 */
const fewest = 4;
const clearDifference = 3.5;

/**
 * Returns the newest results since their mean last changed clearly. `spread`: points between single
 * tasks.
 */
export function sinceChange<T extends { quality: Normal }>(
  results: readonly T[],
  spread: number,
): readonly T[] {
  const weighed = results.map(({ quality }) => {
    const precision = 1 / (quality.variance + spread ** 2);
    return { precision, observed: precision * quality.mean };
  });
  const whole = weighed.reduce(add, nothing);
  let newer = nothing;
  let [clearest, changedAt] = [clearDifference, results.length];
  for (const [index, result] of weighed.entries()) {
    newer = add(newer, result);
    const count = index + 1;
    if (count < fewest || count + fewest > results.length) continue;
    const older = {
      precision: whole.precision - newer.precision,
      observed: whole.observed - newer.observed,
    };
    const difference = newer.observed / newer.precision - older.observed / older.precision;
    const errors = Math.abs(difference) / Math.sqrt(1 / newer.precision + 1 / older.precision);
    if (errors > clearest) [clearest, changedAt] = [errors, count];
  }
  return results.slice(0, changedAt);
}

interface Sum {
  precision: number;
  observed: number;
}
const nothing: Sum = { precision: 0, observed: 0 };
const add = (one: Sum, other: Sum): Sum => {
  return { precision: one.precision + other.precision, observed: one.observed + other.observed };
};

type QualityReading = (document: Pick<PastTask, 'score' | 'review' | 'failed'>) => Normal;

/**
 * The judges' scale: `slope` points per point of quality, and `offset` points too much at the
 * approval threshold.
 */
interface Judging {
  slope: number;
  offset: number;
}

const anyDocument: Normal = { mean: 76, variance: 12 ** 2 };
/**
 * Standard deviations in points: of a reviewer's view, and of the judges' common score around their
 * own scale.
 */
const reviewNoise = 5;
const judgeNoise = 4;

/**
 * Before any review, judges probably score as people do: slope 1 (± a factor of 2.2) and offset 0
 * (± 7).
 */
const slopes = [0.1, 0.17, 0.25, 0.4, 0.6, 0.8, 1, 1.25];
const offsets = [-16, -12, -8, -4, 0, 4, 8, 12, 16];
const [slopeSpread, offsetSpread] = [0.8, 7];
const judgings = slopes.flatMap((slope) => offsets.map((offset): Judging => ({ slope, offset })));

const threshold = verdictThresholds.approve;
/** The range of quality behind each decision of a reviewer, by the anchors of the rubrics. */
const ranges: Record<ReviewOutcome, readonly [from: number, to: number]> = {
  approved: [threshold, Number.POSITIVE_INFINITY],
  revision_requested: [verdictThresholds.reject, threshold],
  rejected: [Number.NEGATIVE_INFINITY, verdictThresholds.reject],
};

/**
 * Calibrates the judges on reviewed documents: Bayes over a grid of slopes and offsets. A reading's
 * variance is infinite where nothing is known. A failure counts as a rejection.
 */
export function calibrateJudges(past: readonly PastTask[]): QualityReading {
  const reviewed = past.flatMap(({ score, review }) =>
    score === null || review === null ? [] : [{ score, review }],
  );
  const logs = judgings.map((judging) => logPrior(judging) + logLikelihood(judging, reviewed));
  const most = Math.max(...logs);
  const odds = logs.map((log) => Math.exp(log - most));
  const total = odds.reduce((sum, one) => sum + one, 0);
  const mean = (of: (judging: Judging) => number) =>
    judgings.reduce((sum, judging, index) => sum + ((odds[index] ?? 0) / total) * of(judging), 0);
  const squared = mean(({ slope }) => slope ** 2);
  const gain = mean(({ slope }) => slope) / squared;
  const shift = mean(({ slope, offset }) => slope * offset) / squared;
  const readScore = (score: number): Normal => {
    return {
      mean: threshold + gain * (score - threshold) - shift,
      variance: judgeNoise ** 2 / squared,
    };
  };
  return ({ score, review, failed }) => {
    const scored = score === null || failed ? nothingKnown : readScore(score);
    const outcome = failed ? 'rejected' : review;
    if (outcome === null) return scored;
    return divide(
      cutNormal(multiply(anyDocument, scored), reviewNoise, ranges[outcome]),
      anyDocument,
    );
  };
}

const nothingKnown: Normal = { mean: threshold, variance: Number.POSITIVE_INFINITY };

function logPrior({ slope, offset }: Judging): number {
  return -((Math.log(slope) / slopeSpread) ** 2 + (offset / offsetSpread) ** 2) / 2;
}

/**
 * The quality expected at a score rises linearly with it, and its spread is the same at all scores.
 */
function logLikelihood(
  { slope, offset }: Judging,
  reviewed: readonly { score: number; review: ReviewOutcome }[],
) {
  const { mean: atThreshold, variance } = multiply(anyDocument, {
    mean: threshold - offset / slope,
    variance: (judgeNoise / slope) ** 2,
  });
  const rise = (variance * slope) / judgeNoise ** 2;
  const spread = Math.hypot(Math.sqrt(variance), reviewNoise);
  return reviewed.reduce((sum, { score, review }) => {
    const expected = atThreshold + rise * (score - threshold);
    const [from, to] = ranges[review];
    const share = shareBelow((to - expected) / spread) - shareBelow((from - expected) / spread);
    return sum + Math.log(Math.max(1e-9, share));
  }, 0);
}

/** `variance` is infinite if nothing is known. */
interface Normal {
  mean: number;
  variance: number;
}

/**
 * Returns the standard normal distribution function (error below 1e-7; Abramowitz and Stegun,
 * 26.2.17).
 */
export function shareBelow(z: number): number {
  if (!Number.isFinite(z)) return z < 0 ? 0 : 1;
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series =
    0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)));
  const tail = density(z) * t * series;
  return z < 0 ? tail : 1 - tail;
}

/** Combines two independent estimates. At least one of them must have a finite variance. */
export function multiply(one: Normal, other: Normal): Normal {
  const precision = 1 / one.variance + 1 / other.variance;
  return {
    mean: (one.mean / one.variance + other.mean / other.variance) / precision,
    variance: 1 / precision,
  };
}

/** Inverse of `multiply`: takes `part` out of a combined estimate, which is narrower. */
export function divide(combined: Normal, part: Normal): Normal {
  const precision = Math.max(1e-6, 1 / combined.variance - 1 / part.variance);
  return {
    mean: (combined.mean / combined.variance - part.mean / part.variance) / precision,
    variance: 1 / precision,
  };
}

/**
 * Returns the belief after an observer with a normal error of `noise` has placed it in a range
 * (truncated normal).
 */
export function cutNormal(
  belief: Normal,
  noise: number,
  [from, to]: readonly [from: number, to: number],
): Normal {
  const spread = Math.sqrt(belief.variance + noise ** 2);
  const [low, high] = [(from - belief.mean) / spread, (to - belief.mean) / spread];
  const share = Math.max(1e-9, shareBelow(high) - shareBelow(low));
  const shift = (density(low) - density(high)) / share;
  const narrowing = shift ** 2 - (moment(low) - moment(high)) / share;
  const gain = belief.variance / spread;
  return {
    mean: belief.mean + gain * shift,
    variance: Math.max(1, belief.variance - gain ** 2 * narrowing),
  };
}

const density = (z: number) => Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
const moment = (z: number) => (Number.isFinite(z) ? z * density(z) : 0);

export type ReviewOutcome = 'approved' | 'revision_requested' | 'rejected';

export interface PastTask {
  model: string;
  kind: TaskKind;
  agentSlug: string;
  /** The judges' score, 0 to 100 (see judgeScoreOf). Null without one. */
  score: number | null;
  review: ReviewOutcome | null;
  /** True if the model gave no document and was left for another one. */
  failed: boolean;
  /** Cost of all calls of the task. Null if unknown, or shared by several models. */
  costNanoUsd: number | null;
  ageDays: number;
}

export type Weighed<T extends PastTask> = T & { weight: number };

/**
 * Age in tasks of the kind, and in days, at which a weight halves, because a model may change under
 * its name.
 */
const halfLifeTasks = 25;
const halfLifeDays = 90;

/** Weighs past tasks by age. The newest comes first. */
export function weighPastTasks<T extends PastTask>(past: readonly T[]): Weighed<T>[] {
  const newer = new Map<TaskKind, number>();
  return past.map((task) => {
    const rank = newer.get(task.kind) ?? 0;
    newer.set(task.kind, rank + 1);
    return {
      ...task,
      weight: 0.5 ** (rank / halfLifeTasks + Math.max(0, task.ageDays) / halfLifeDays),
    };
  });
}

/** Limits the past tasks of the asked kind, and of each other kind. */
const lookBackTasks = 120;
const lookBackOtherKinds = 40;

/** Tells whether a tenant's own keys serve these models. What they did is learned apart. */
export const areOwn = (models: readonly CatalogModel[]): boolean =>
  models.some(({ account }) => account !== undefined);

/**
 * Reads the tenant's newest judged or failed tasks of each asked kind, and some of the other kinds;
 * newest first. They are tasks of its `own` models, or of the installation's.
 */
export async function readPastTasks(
  database: Database,
  tenantId: string,
  asked: readonly TaskKind[],
  own: boolean,
): Promise<Map<TaskKind, PastTask[]>> {
  const kinds = [...new Set(asked)];
  const results = await database.batchTenant(
    tenantId,
    kinds.map((kind) => selectPastTasks(tenantId, kind, own)),
  );
  return new Map(kinds.map((kind, index) => [kind, toPastTasks(results[index] ?? [])]));
}

/** Returns the statement of `readPastTasks` for one kind. `toPastTasks` converts its rows. */
export function selectPastTasks(
  tenantId: string,
  kind: TaskKind,
  own: boolean,
): Statement<PastRow> {
  const values = [tenantId, kind, taskKinds, lookBackTasks, lookBackOtherKinds, own];
  return { name: 'routing_past', text: past, values };
}

export interface PastRow extends Omit<PastTask, 'score'> {
  observerScore: number | null;
  evaluatorScore: number | null;
}

export function toPastTasks(rows: readonly PastRow[]): PastTask[] {
  return rows.map(({ observerScore, evaluatorScore, ...task }) => {
    return { ...task, score: judgeScoreOf({ observerScore, evaluatorScore }) };
  });
}

/**
 * SQL of the answered calls that wrote the document of a routed task. The last one is of the model
 * that wrote it.
 */
export const writingCallsOf = (task: string): string => `select c.model from engine.model_calls c
  where c.tenant_id = $1 and c.run_id = ${task}.run_id and c.task_id = ${task}.task_id
    and c.purpose in ('draft', 'amend') and c.status = 'settled' and c.error is null`;

/** A document belongs to the model of its last answered draft, which need not be the chosen one. */
const past = `
  with kinds as (
    select kind, case when kind = $2 then $4::integer else $5::integer end as most from unnest($3::text[]) kind
  ), judged as (
    select d.* from kinds cross join lateral (
      select run_id, task_id, task_kind, agent_slug, model, observer_score, evaluator_score, review, cost_nano_usd, created_at,
        exists (select from engine.model_failures f where f.tenant_id = $1 and f.run_id = r.run_id
          and f.task_id = r.task_id) as shared
      from engine.routing_decisions r
      where tenant_id = $1 and task_kind = kinds.kind and own_models = $6::boolean
        and (observer_score is not null or evaluator_score is not null or review is not null)
      order by created_at desc limit kinds.most
    ) d
  ), failed as (
    select f.* from kinds cross join lateral (
      select run_id, task_id, task_kind, agent_slug, model, created_at from engine.model_failures
      where tenant_id = $1 and task_kind = kinds.kind and own_models = $6::boolean
      order by created_at desc limit kinds.most
    ) f
  ), outcomes as (
    select case when shared then writer.model else judged.model end as model, task_kind as kind, agent_slug as "agentSlug",
      observer_score as "observerScore", evaluator_score as "evaluatorScore", review, false as failed,
      case when not shared then cost_nano_usd end as "costNanoUsd", created_at, run_id, task_id
    from judged left join lateral (
      ${writingCallsOf('judged')} and judged.shared order by c.settled_at desc limit 1
    ) writer on true
    union all
    select model, task_kind, agent_slug, null, null, null, true, null, created_at, run_id, task_id from failed
  )
  select model, kind, "agentSlug", "observerScore", "evaluatorScore", review, failed, "costNanoUsd",
    (extract(epoch from now() - created_at) / 86400)::double precision as "ageDays"
  from outcomes where model is not null
  order by created_at desc, run_id, task_id, model`;

/** Weight of each judge. The evaluator scores the final text, the observer only a draft. */
const weights = { evaluator: 0.6, observer: 0.4 };

/** Returns the weighted mean of the scores that exist, 0 to 100. Null without any. */
function judgeScoreOf(scores: {
  observerScore: number | null;
  evaluatorScore: number | null;
}): number | null {
  const { observerScore, evaluatorScore } = scores;
  if (observerScore === null || evaluatorScore === null) return evaluatorScore ?? observerScore;
  return weights.evaluator * evaluatorScore + weights.observer * observerScore;
}

/**
 * Returns the statement that records reviews of earlier runs, in one order of locks. Ignores
 * unknown tasks.
 */
export function recordReviews(
  tenantId: string,
  outcomes: NonNullable<StartRunRequest['reviewOutcomes']>,
): Statement {
  return { name: 'record_reviews', text: record, values: [tenantId, JSON.stringify(outcomes)] };
}

const record = `
  with changed as (
    select d.run_id, d.task_id, o.outcome
    from json_to_recordset($2) as o("runId" text, "taskId" text, outcome text)
    join engine.routing_decisions d on d.tenant_id = $1 and d.run_id = o."runId" and d.task_id = o."taskId"
    where d.review is distinct from o.outcome
    order by d.run_id, d.task_id
    for update of d
  )
  update engine.routing_decisions d set review = changed.outcome
  from changed where d.tenant_id = $1 and d.run_id = changed.run_id and d.task_id = changed.task_id`;

/** Records once that a model gave nothing for a task, which counts as a rejected document. */
export async function recordModelFailure(
  database: Database,
  { tenantId, runId }: RunRef,
  { id, agentSlug, kind }: Pick<EngineTask, 'id' | 'agentSlug' | 'kind'>,
  model: Pick<CatalogModel, 'id' | 'account'>,
): Promise<void> {
  const failed = [model.id, model.account !== undefined];
  await database.batchTenant(tenantId, [
    {
      name: 'record_model_failure',
      text: insertFailure,
      values: [tenantId, runId, id, agentSlug, kind, ...failed],
    },
  ]);
}

const insertFailure = `
  insert into engine.model_failures (tenant_id, run_id, task_id, agent_slug, task_kind, model, own_models)
  select tenant_id, id, $3, $4, $5, $6, $7::boolean from (${openRun}) run
  on conflict do nothing`;
