import type { RatedModel, RatingInput } from './choice.ts';
import { estimateCosts, listCostNanoUsd } from './estimate-cost.ts';
import { estimateQuality, type ReadTask, readQualities } from './estimate-quality.ts';
import { calibrateJudges } from './judge-calibration.ts';
import { type PastTask, type Weighed, weighPastTasks } from './past-task.ts';
import { taskDifficulty } from './task-difficulty.ts';
import { netValueNanoUsd, probabilityApproved, probabilityGood } from './value-of-document.ts';

/**
 * The router leaves a model after so many failures in a row, of any kind of task, for so many days after the last one.
 */
const failuresInRow = 2;
const leftDays = 1;

/** The tenant's past tasks with their weights and the quality of their documents. */
export interface Experience {
  past: readonly PastTask[];
  weighed: Weighed<PastTask>[];
  read: ReadTask[];
}

/** Reads past tasks, newest first. The calibration of the judges takes most of the time of a choice. */
export function learnFrom(past: readonly PastTask[]): Experience {
  const weighed = weighPastTasks(past);
  return { past, weighed, read: readQualities(weighed, calibrateJudges(past)) };
}

/** Estimates quality, cost and net value of every model for a task, from what was learned of the past tasks. */
export function rateModels(
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

/** Returns the part of the remaining money that one task may take, in nano-USD. */
export function shareNanoUsd({ remainingNanoUsd, tasksLeft }: Pick<RatingInput, 'remainingNanoUsd' | 'tasksLeft'>) {
  return Math.max(1, remainingNanoUsd / Math.max(1, tasksLeft));
}

function isFailing(newest: readonly PastTask[]): boolean {
  const [last] = newest;
  return newest.length === failuresInRow && newest.every(({ failed }) => failed) && (last?.ageDays ?? 0) < leftDays;
}
