import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { RatedCandidate, RoutingCandidate, RoutingChoice, RoutingInput, RoutingVerdict } from './choice.ts';
import { drawNormal } from './draw-normal.ts';
import { estimateCosts, listCostNanoUsd } from './estimate-cost.ts';
import { estimateScore } from './estimate-score.ts';
import { explainCandidate, explainChoice } from './explain-choice.ts';
import { weighPastTasks } from './past-task.ts';
import { taskDifficulty } from './task-difficulty.ts';

/** Points of score that a task's whole share of the budget must buy. */
const pointsPerShare = 12;
/** Points that a dollar must buy however much money is left, so that easy tasks get no expensive model. */
const pointsPerUsd = 6;
/** Largest expected loss of an exploration, in points of score. */
export const maxExpectedLoss = 10;
/** Exploration needs a share that pays the task twice, because the task may have to be repeated. */
const sharesToExplore = 2;

/** Converts a price to points of score, given the task's share of the remaining money. Both are in nano-USD. */
export function priceInPoints(costNanoUsd: number, shareNanoUsd: number): number {
  return pointsPerShare * (costNanoUsd / shareNanoUsd) + pointsPerUsd * nanoToUsd(costNanoUsd);
}

/**
 * Chooses a task's model by Thompson sampling: the utility of each affordable model is drawn from the belief about it, and
 * the highest draw wins. A model that is not the best may win only if the expected loss and the money permit exploration.
 * The same question gives the same choice. Returns the numbers and reasons of every candidate for the record.
 */
export function chooseModel(question: RoutingInput): RoutingChoice {
  const difficulty = taskDifficulty(question.task);
  const shareNanoUsd = Math.max(1, question.remainingNanoUsd / Math.max(1, question.tasksLeft));
  const rated = rateModels(question, difficulty, shareNanoUsd);
  const affordable = rated.filter((candidate) => candidate.affordable);
  const byPrice = rated.toSorted((a, b) => a.expectedCostNanoUsd - b.expectedCostNanoUsd);
  const pool = affordable.length > 0 ? affordable : byPrice.slice(0, 1);
  const best = pool.reduce((a, b) => (b.utility > a.utility ? b : a));
  const stanceOf = (candidate: RatedCandidate): Exclude<RoutingVerdict, 'explored' | 'drawn_lower'> | 'permitted' => {
    if (candidate === best) return 'best';
    if (!candidate.affordable) return 'not_affordable';
    if (best.utility - candidate.utility > maxExpectedLoss) return 'too_risky';
    const paid = candidate.expectedCostNanoUsd * sharesToExplore <= shareNanoUsd;
    return question.mayExplore && paid ? 'permitted' : 'not_tried';
  };
  const permitted = pool.filter((candidate) => ['best', 'permitted'].includes(stanceOf(candidate)));
  const chosen = permitted.reduce((a, b) => (b.drawnUtility > a.drawnUtility ? b : a), best);
  const explored = chosen !== best;
  const judged = rated.map((candidate) => {
    const stance = stanceOf(candidate);
    const verdict: RoutingVerdict =
      stance === 'permitted' || (stance === 'best' && explored)
        ? candidate === chosen
          ? 'explored'
          : 'drawn_lower'
        : stance;
    return toCandidate(candidate, verdict, best);
  });
  const reason = explainChoice({ chosen, best, difficulty, affordable: affordable.length, models: rated.length });
  return { model: chosen.model, explored, reason, candidates: judged };
}

function rateModels(question: RoutingInput, difficulty: number, shareNanoUsd: number): RatedCandidate[] {
  const past = weighPastTasks(question.past);
  const costs = estimateCosts(question.models, question.agentSlug, past);
  return question.models.map((model) => {
    const { mean, spread, ...samples } = estimateScore(model, question.agentSlug, difficulty, past);
    const expectedCostNanoUsd = costs.get(model.id) ?? 0;
    const utility = mean - priceInPoints(expectedCostNanoUsd, shareNanoUsd);
    return {
      model,
      expectedScore: mean,
      spread,
      ...samples,
      expectedCostNanoUsd,
      // Past tasks may have been unusually cheap, so the list price must also fit.
      affordable: Math.max(expectedCostNanoUsd, listCostNanoUsd(model)) <= shareNanoUsd,
      utility,
      drawnUtility: utility + spread * drawNormal(`${question.seed}\n${model.id}`),
    };
  });
}

function toCandidate(rated: RatedCandidate, verdict: RoutingVerdict, best: RatedCandidate): RoutingCandidate {
  return {
    ...rated,
    model: rated.model.id,
    expectedScore: round(rated.expectedScore),
    spread: round(rated.spread),
    utility: round(rated.utility),
    drawnUtility: round(rated.drawnUtility),
    verdict,
    why: explainCandidate(rated, verdict, best),
  };
}

const round = (points: number) => Math.round(points * 10) / 10;
