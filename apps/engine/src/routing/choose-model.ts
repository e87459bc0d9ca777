import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { RatedModel, RoutingCandidate, RoutingChoice, RoutingInput, RoutingVerdict } from './choice.ts';
import { drawShare } from './draw-share.ts';
import { explainCandidate, explainChoice } from './explain-choice.ts';
import { learnFrom, rateModels, shareNanoUsd } from './rate-models.ts';
import { taskDifficulty } from './task-difficulty.ts';
import {
  approvedNanoUsd,
  goodShare,
  netValueNanoUsd,
  probabilityApproved,
  probabilityGood,
} from './value-of-document.ts';

/** A lead below this net value does not pay for a dearer model. */
const smallLeadNanoUsd = 0.03 * approvedNanoUsd;
/**
 * The benefit of the doubt for a cheaper model: its highest price in net value, and its size in standard deviations.
 */
const maxDoubtNanoUsd = 0.06 * approvedNanoUsd;
const doubtSpreads = 0.35;
/**
 * Exploration tries a model that would be chosen if its quality were this many standard deviations above the expected
 * one.
 */
const hopeSpreads = 1.3;
/**
 * The share of tasks that explore: `firstShare` at a kind's first task, falling to `leastShare` over `learningTasks`.
 */
const firstShare = 0.35;
const learningTasks = 25;
const leastShare = 0.01;
/** Exploration needs a share that pays the task twice, because the task may have to be repeated. */
const sharesToExplore = 2;

/**
 * Chooses a task's model: the one with the highest expected net value among those that work, that the money can pay and
 * whose documents are good often enough. If none is good often enough, the value alone decides. A cheaper model gets
 * the benefit of the doubt, and a small share of tasks explores. A pinned model is always chosen. The same question
 * gives the same choice.
 */
export function chooseModel(question: RoutingInput): RoutingChoice {
  return chooseRated(rateModels(question, learnFrom(question.past)), question);
}

/** Chooses among the models that `rateModels` rated for the same question. */
export function chooseRated(rated: readonly RatedModel[], question: RoutingInput): RoutingChoice {
  const pinned = question.pinned === null ? undefined : rated.find(({ model }) => model.id === question.pinned);
  if (question.pinned !== null && !pinned) throw new Error(`The model ${question.pinned} is not configured`);
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

/**
 * Returns the models to choose from: those that work and that the money allows, else the cheapest of those that work.
 */
function poolOf(rated: readonly RatedModel[]): RatedModel[] {
  const working = rated.filter(({ failing }) => !failing);
  const candidates = working.length > 0 ? working : rated;
  const affordable = candidates.filter((candidate) => candidate.affordable);
  return affordable.length > 0 ? affordable : cheapestFirst(candidates).slice(0, 1);
}

/** Returns the cheapest of the models that lead in net value. If some are good often enough, only these count. */
function bestOf(pool: readonly RatedModel[]): RatedModel {
  const good = pool.filter(isGood);
  const eligible = good.length > 0 ? good : pool;
  const most = Math.max(...eligible.map(({ netValueNanoUsd: value }) => value));
  return first(cheapestFirst(eligible.filter((rated) => rated.netValueNanoUsd >= most - smallLeadNanoUsd)));
}

/**
 * Returns the cheapest model that is little worse than the best and, with a slightly better quality, as good; else the
 * best.
 */
function givenDoubt(pool: readonly RatedModel[], best: RatedModel): RatedModel {
  const cheaper = cheapestFirst(pool).filter(({ expectedCostNanoUsd: cost }) => cost < best.expectedCostNanoUsd);
  const near = cheaper.filter((rated) => best.netValueNanoUsd - rated.netValueNanoUsd <= maxDoubtNanoUsd);
  const known = ifBetterBy(best, 0);
  return near.find((rated) => isAsGood(ifBetterBy(rated, doubtSpreads), known)) ?? best;
}

/**
 * Returns the model to explore: the cheapest that may be as good as the preferred one. None if it is not the task's
 * turn.
 */
function explore(pool: readonly RatedModel[], preferred: RatedModel, question: RoutingInput): RatedModel | undefined {
  const seen = question.past.filter(({ kind }) => kind === question.task.kind).length;
  const share = Math.max(leastShare, firstShare * (1 - seen / learningTasks));
  if (!question.mayExplore || drawShare(question.seed) >= share) return undefined;
  const money = shareNanoUsd(question);
  return cheapestFirst(pool)
    .filter((rated) => rated !== preferred && rated.expectedCostNanoUsd * sharesToExplore <= money)
    .find((rated) => isAsGood(ifBetterBy(rated, hopeSpreads), preferred));
}

type Prospect = Pick<RatedModel, 'good' | 'netValueNanoUsd'>;

/** Returns a model's prospects for a known mean quality, this many standard deviations above the expected one. */
function ifBetterBy({ quality, expectedCostNanoUsd }: RatedModel, spreads: number): Prospect {
  const certain = { mean: quality.mean + spreads * Math.sqrt(quality.variance), variance: 0 };
  const value = netValueNanoUsd(probabilityApproved(certain), expectedCostNanoUsd);
  return { good: probabilityGood(certain), netValueNanoUsd: value };
}

const isGood = ({ good }: Prospect) => good >= goodShare;
const isAsGood = (one: Prospect, other: Prospect) =>
  one.netValueNanoUsd >= other.netValueNanoUsd - smallLeadNanoUsd && one.good >= Math.min(goodShare, other.good);

/** Drawbacks of models that are not chosen, the smallest first. */
const drawbacks = ['lower_value', 'too_risky', 'not_affordable', 'failing'] as const;

function drawbackOf(candidate: RatedModel, best: RatedModel): (typeof drawbacks)[number] {
  if (candidate.failing) return 'failing';
  if (!candidate.affordable) return 'not_affordable';
  return isGood(best) && !isGood(candidate) ? 'too_risky' : 'lower_value';
}

/**
 * Returns the chosen model, then the others by drawback. Models that cost too much sort by price, all others by value.
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
  models.toSorted((a, b) => a.expectedCostNanoUsd - b.expectedCostNanoUsd || b.netValueNanoUsd - a.netValueNanoUsd);

function first(models: readonly RatedModel[]): RatedModel {
  const [model] = models;
  if (!model) throw new Error('No model is available');
  return model;
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;
