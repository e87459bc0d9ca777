import { createHash } from 'node:crypto';
import { formatUsd, nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngineTask } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import {
  approvedNanoUsd,
  calibrateJudges,
  estimateCosts,
  estimateQuality,
  goodQuality,
  goodShare,
  listCostNanoUsd,
  netValueNanoUsd,
  type PastTask,
  probabilityApproved,
  probabilityGood,
  type QualityEstimate,
  type ReadTask,
  readQualities,
  type TaskShape,
  taskDifficulty,
  type Weighed,
  weighPastTasks,
} from './estimates.ts';

/** Lead in net value, in nano-USD, up to which the cheaper model is as good. */
const smallLeadNanoUsd = 0.03 * approvedNanoUsd;
/**
 * Limits of the benefit of the doubt for a cheaper model: nano-USD of net value, and standard
 * deviations.
 */
const maxDoubtNanoUsd = 0.06 * approvedNanoUsd;
const doubtSpreads = 0.35;
/** Standard deviations above its expected quality at which a model must win to be explored. */
const hopeSpreads = 1.3;
/**
 * Share of tasks that explore: `firstShare` at a kind's first task, falling to `leastShare` over
 * `learningTasks`.
 */
const firstShare = 0.35;
const learningTasks = 25;
const leastShare = 0.01;
/** Exploration needs money to do the task twice, because it may have to be repeated. */
const sharesToExplore = 2;

/**
 * Chooses the pinned model, else by net value among working, affordable models that are good often
 * enough. A cheaper model gets the benefit of the doubt, and a small share of tasks explores. Equal
 * questions give equal choices.
 */
export function chooseModel(question: RoutingInput): RoutingChoice {
  return chooseRated(rateModels(question, learnFrom(question.past)), question);
}

function chooseRated(rated: readonly RatedModel[], question: RoutingInput): RoutingChoice {
  const pinned =
    question.pinned === null ? undefined : rated.find(({ model }) => model.id === question.pinned);
  if (question.pinned !== null && !pinned)
    throw new Error(`The model ${question.pinned} is not configured`);
  const pool = poolOf(rated);
  const best = bestOf(pool);
  const preferred = givenDoubt(pool, best);
  const chosen = pinned ?? explore(pool, preferred, question) ?? preferred;
  const explored = !pinned && chosen !== preferred;
  const verdictOf = (candidate: RatedModel): RoutingVerdict => {
    if (candidate === chosen) return pinned ? 'pinned' : explored ? 'explored' : 'best';
    return pinned ? 'not_tried' : drawbackOf(candidate, best);
  };
  const told = { chosen, preferred, best };
  const reason = explainChoice({
    ...told,
    pinned: pinned !== undefined,
    difficulty: taskDifficulty(question.task),
    affordable: rated.filter(({ affordable }) => affordable).length,
    models: rated.length,
  });
  const candidates = inOrder(rated, chosen, best).map((candidate) => {
    const verdict = verdictOf(candidate);
    return toCandidate(candidate, verdict, explainCandidate(candidate, verdict, told));
  });
  return { model: chosen.model, explored, reason, candidates };
}

function toCandidate(rated: RatedModel, verdict: RoutingVerdict, why: string): RoutingCandidate {
  const { model, quality, expectedCostNanoUsd, affordable } = rated;
  return {
    model: model.id,
    expectedScore: round(quality.mean, 1),
    spread: round(Math.sqrt(quality.variance), 1),
    samples: quality.samples,
    ownSamples: quality.ownSamples,
    expectedCostNanoUsd,
    affordable,
    utility: round(nanoToUsd(rated.netValueNanoUsd), 2),
    verdict,
    why,
  };
}

function poolOf(rated: readonly RatedModel[]): RatedModel[] {
  const working = rated.filter(({ failing }) => !failing);
  const candidates = working.length > 0 ? working : rated;
  const affordable = candidates.filter((candidate) => candidate.affordable);
  return affordable.length > 0 ? affordable : cheapestFirst(candidates).slice(0, 1);
}

/**
 * Returns the cheapest of the models that lead in net value. If some are good often enough, only
 * these count.
 */
function bestOf(pool: readonly RatedModel[]): RatedModel {
  const good = pool.filter(isGood);
  const eligible = good.length > 0 ? good : pool;
  const most = Math.max(...eligible.map(({ netValueNanoUsd: value }) => value));
  return first(
    cheapestFirst(eligible.filter((rated) => rated.netValueNanoUsd >= most - smallLeadNanoUsd)),
  );
}

/**
 * Returns the cheapest model that loses little net value and would win at a slightly better
 * quality.
 */
function givenDoubt(pool: readonly RatedModel[], best: RatedModel): RatedModel {
  const cheaper = cheapestFirst(pool).filter(
    ({ expectedCostNanoUsd: cost }) => cost < best.expectedCostNanoUsd,
  );
  const near = cheaper.filter(
    (rated) => best.netValueNanoUsd - rated.netValueNanoUsd <= maxDoubtNanoUsd,
  );
  const known = ifBetterBy(best, 0);
  return near.find((rated) => isAsGood(ifBetterBy(rated, doubtSpreads), known)) ?? best;
}

/** Returns the cheapest model that may be as good as the preferred one, if this task explores. */
function explore(
  pool: readonly RatedModel[],
  preferred: RatedModel,
  question: RoutingInput,
): RatedModel | undefined {
  const seen = question.past.filter(({ kind }) => kind === question.task.kind).length;
  const share = Math.max(leastShare, firstShare * (1 - seen / learningTasks));
  if (!question.mayExplore || drawShare(question.seed) >= share) return undefined;
  const money = shareNanoUsd(question);
  return cheapestFirst(pool)
    .filter((rated) => rated !== preferred && rated.expectedCostNanoUsd * sharesToExplore <= money)
    .find((rated) => isAsGood(ifBetterBy(rated, hopeSpreads), preferred));
}

type Prospect = Pick<RatedModel, 'good' | 'netValueNanoUsd'>;

/**
 * Returns a model's prospects if its mean quality is `spreads` standard deviations above the
 * expected one.
 */
function ifBetterBy({ quality, expectedCostNanoUsd }: RatedModel, spreads: number): Prospect {
  const certain = { mean: quality.mean + spreads * Math.sqrt(quality.variance), variance: 0 };
  const value = netValueNanoUsd(probabilityApproved(certain), expectedCostNanoUsd);
  return { good: probabilityGood(certain), netValueNanoUsd: value };
}

const isGood = ({ good }: Prospect) => good >= goodShare;
const isAsGood = (one: Prospect, other: Prospect) =>
  one.netValueNanoUsd >= other.netValueNanoUsd - smallLeadNanoUsd &&
  one.good >= Math.min(goodShare, other.good);

/** Reasons not to choose a model, the weakest first. */
const drawbacks = ['lower_value', 'too_risky', 'not_affordable', 'failing'] as const;

function drawbackOf(candidate: RatedModel, best: RatedModel): (typeof drawbacks)[number] {
  if (candidate.failing) return 'failing';
  if (!candidate.affordable) return 'not_affordable';
  return isGood(best) && !isGood(candidate) ? 'too_risky' : 'lower_value';
}

/**
 * Returns the chosen model, then the others by drawback; unaffordable ones by price, the rest by
 * value.
 */
function inOrder(rated: readonly RatedModel[], chosen: RatedModel, best: RatedModel): RatedModel[] {
  const others = rated.filter((candidate) => candidate !== chosen);
  const ranked = others.map((candidate) => {
    const drawback = drawbackOf(candidate, best);
    const { expectedCostNanoUsd, netValueNanoUsd } = candidate;
    const loss = drawback === 'not_affordable' ? expectedCostNanoUsd : -netValueNanoUsd;
    return { candidate, rank: drawbacks.indexOf(drawback), loss };
  });
  const sorted = ranked.sort((a, b) => a.rank - b.rank || a.loss - b.loss);
  return [chosen, ...sorted.map(({ candidate }) => candidate)];
}

const cheapestFirst = (models: readonly RatedModel[]) =>
  models.toSorted(
    (a, b) =>
      a.expectedCostNanoUsd - b.expectedCostNanoUsd || b.netValueNanoUsd - a.netValueNanoUsd,
  );

function first(models: readonly RatedModel[]): RatedModel {
  const [model] = models;
  if (!model) throw new Error('No model is available');
  return model;
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

interface RatingInput {
  task: TaskShape;
  agentSlug: string;
  models: readonly CatalogModel[];
  remainingNanoUsd: number;
  /** Including this one. */
  tasksLeft: number;
  /** Newest first. */
  past: readonly PastTask[];
}

export interface RoutingInput extends RatingInput {
  /** The same seed gives the same decision. */
  seed: string;
  mayExplore: boolean;
  /** The engagement's only model, by id; null if the router chooses. */
  pinned: string | null;
}

/** `best`, `explored` and `pinned` are chosen; the others say why not. */
export type RoutingVerdict =
  | 'best'
  | 'explored'
  | 'pinned'
  | 'not_affordable'
  | 'failing'
  | 'too_risky'
  | 'lower_value'
  | 'not_tried';

/** One model in a recorded choice. Scores are qualities from 0 to 100. */
export interface RoutingCandidate {
  model: string;
  expectedScore: number;
  /** Standard deviation of the belief about its mean score. */
  spread: number;
  /**
   * Number of past tasks of the kind behind the expectation, and how many of them the same agent
   * did.
   */
  samples: number;
  ownSamples: number;
  expectedCostNanoUsd: number;
  affordable: boolean;
  /**
   * Expected net value in USD: the value of an approval, minus the cost and the reviewer's time.
   */
  utility: number;
  verdict: RoutingVerdict;
  why: string;
}

export interface RoutingChoice {
  model: CatalogModel;
  /** True if the choice differs from the preferred model, to learn about it. */
  explored: boolean;
  reason: string;
  /** The chosen model, then the fallbacks, next best first. */
  candidates: RoutingCandidate[];
}

interface RatedModel {
  model: CatalogModel;
  quality: QualityEstimate;
  /** Probabilities that its next document is approved, and that its quality is at least 75. */
  approved: number;
  good: number;
  expectedCostNanoUsd: number;
  netValueNanoUsd: number;
  affordable: boolean;
  failing: boolean;
}

/** Failures in a row, of any kind of task, after which a model is left, and for how many days. */
const failuresInRow = 2;
const leftDays = 1;

interface Experience {
  past: readonly PastTask[];
  weighed: Weighed<PastTask>[];
  read: ReadTask[];
}

/**
 * Weighs past tasks (newest first) and calibrates the judges, which takes most of the time of a
 * choice.
 */
export function learnFrom(past: readonly PastTask[]): Experience {
  const weighed = weighPastTasks(past);
  return { past, weighed, read: readQualities(weighed, calibrateJudges(past)) };
}

function rateModels(
  { task, agentSlug, models, ...money }: Omit<RatingInput, 'past'>,
  { past, weighed, read }: Experience,
): RatedModel[] {
  const share = shareNanoUsd(money);
  const costs = estimateCosts(models, { kind: task.kind, agentSlug }, weighed);
  const asked = { kind: task.kind, agentSlug, difficulty: taskDifficulty(task) };
  return models.map((model) => {
    const quality = estimateQuality(model, asked, read);
    const approved = probabilityApproved(quality);
    const expectedCostNanoUsd = costs.get(model.id) ?? 0;
    return {
      model,
      quality,
      approved,
      good: probabilityGood(quality),
      expectedCostNanoUsd,
      netValueNanoUsd: netValueNanoUsd(approved, expectedCostNanoUsd),
      // Past tasks may have been unusually cheap, so the list price must also fit.
      affordable: Math.max(expectedCostNanoUsd, listCostNanoUsd(model)) <= share,
      failing: isFailing(past.filter((done) => done.model === model.id).slice(0, failuresInRow)),
    };
  });
}

function shareNanoUsd({
  remainingNanoUsd,
  tasksLeft,
}: Pick<RatingInput, 'remainingNanoUsd' | 'tasksLeft'>) {
  return Math.max(1, remainingNanoUsd / Math.max(1, tasksLeft));
}

function isFailing(newest: readonly PastTask[]): boolean {
  const [last] = newest;
  return (
    newest.length === failuresInRow &&
    newest.every(({ failed }) => failed) &&
    (last?.ageDays ?? 0) < leftDays
  );
}

interface Told {
  chosen: RatedModel;
  preferred: RatedModel;
  /** It is not preferred if a cheaper one may be as good. */
  best: RatedModel;
}

interface Choice extends Told {
  pinned: boolean;
  difficulty: number;
  affordable: number;
  models: number;
}

function explainChoice({
  chosen,
  preferred,
  best,
  pinned,
  difficulty,
  affordable,
  models,
}: Choice): string {
  const facts = [
    `difficulty ${difficulty.toFixed(2)}`,
    `expected score ${describeScore(chosen)}`,
    `approval expected in ${percent(chosen.approved)}`,
    `about ${formatUsd(chosen.expectedCostNanoUsd)}`,
  ];
  if (pinned) return `pinned: no other model writes for this engagement; ${facts.join(', ')}`;
  const money =
    affordable > 0
      ? `${affordable} of ${models} models affordable`
      : 'cheapest, because money is short';
  const expected = [...facts, money].join(', ');
  if (chosen !== preferred)
    return `${expected}; tried to learn whether it is as good as ${preferred.model.id}`;
  return chosen === best
    ? expected
    : `${expected}; cheaper than ${best.model.id} and perhaps as good`;
}

function explainCandidate(
  rated: RatedModel,
  verdict: RoutingVerdict,
  { chosen, preferred, best }: Told,
): string {
  switch (verdict) {
    case 'best':
      return rated === best
        ? 'Chosen: the best expected value for its price'
        : `Chosen: cheaper than ${best.model.id} and perhaps as good`;
    case 'explored':
      return `Chosen to learn whether it is as good as ${preferred.model.id}`;
    case 'pinned':
      return 'Chosen: the engagement is set to this model';
    case 'not_tried':
      return `The engagement is set to ${chosen.model.id}`;
    case 'failing':
      return 'It failed at its latest tasks and is left for a day';
    case 'not_affordable':
      return `A task would cost more than its share of the remaining money (about ${formatUsd(rated.expectedCostNanoUsd)})`;
    case 'too_risky':
      return `A quality of ${goodQuality} is expected in ${percent(rated.good)}; at least ${percent(goodShare)} is required`;
    case 'lower_value':
      return explainLowerValue(rated, { chosen, preferred, best });
  }
}

function explainLowerValue(rated: RatedModel, { chosen, preferred, best }: Told): string {
  if (rated === preferred) return `Preferred, but ${chosen.model.id} was tried this time`;
  if (rated === best)
    return `Perhaps better than ${preferred.model.id}, but not certainly, and it costs more`;
  const behind = best.netValueNanoUsd - rated.netValueNanoUsd;
  if (behind <= 0) return `Its lead over ${best.model.id} does not pay for its price`;
  return `Expected to be worth ${formatUsd(behind)} less than ${best.model.id}, with cost and reviewer's time`;
}

const percent = (share: number) => `${Math.round(share * 100)} % of cases`;

function describeScore({
  quality: { mean, variance, samples, ownSamples },
  model,
}: RatedModel): string {
  const score = `${mean.toFixed(1)} ± ${Math.sqrt(variance).toFixed(1)}`;
  if (samples === 0) return `${score} by its tier (${model.tier})`;
  const own = ownSamples > 0 ? `, ${ownSamples} of this agent` : '';
  return `${score} from ${samples} observed task${samples === 1 ? '' : 's'}${own}`;
}

/** Number of drawn decisions that show how often the router would explore. */
const draws = 12;

/**
 * Returns the preferred model and the choices of several draws, unrecorded. Amounts are in
 * nano-USD.
 */
export function previewModels(
  task: EngineTask,
  {
    experience,
    ...given
  }: {
    models: CatalogModel[];
    experience: Experience;
    remainingNanoUsd: number;
    tasksLeft: number;
    pinned: string | null;
  },
): { best: CatalogModel; chosen: CatalogModel[] } {
  const question = { task, agentSlug: task.agentSlug, past: experience.past, ...given };
  const rated = rateModels(question, experience);
  const choose = (seed: string, mayExplore: boolean) =>
    chooseRated(rated, { ...question, seed, mayExplore }).model;
  const chosen = Array.from({ length: draws }, (_, draw) => choose(`preview ${draw}`, true));
  return { best: choose('preview', false), chosen };
}

/**
 * Returns a number from 0 to below 1 that depends on the seed alone, so that a decision is
 * repeatable.
 */
export function drawShare(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}
