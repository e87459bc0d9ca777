import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { CatalogModel } from '../../../apps/engine/src/models/catalog.ts';
import { listCostNanoUsd } from '../../../apps/engine/src/routing/estimate-cost.ts';
import { shareBelow } from '../../../apps/engine/src/routing/normal-distribution.ts';
import {
  approvedNanoUsd,
  goodQuality,
  goodShare,
  netValueNanoUsd,
} from '../../../apps/engine/src/routing/value-of-document.ts';
import type { World } from './worlds.ts';

/** A reviewer approves from `usableScore` and rejects below `rejectedScore`, as the rubrics define sound and lacking. */
export const usableScore = 70;
export const rejectedScore = 50;
/** Standard deviation of tasks around a model's quality, and of judges and reviewers around the true score. */
export const taskNoise = 6;
export const judgeNoise = 4;

/** A task of a world. */
export interface WorldTask {
  kind: TaskKind;
  agent: string;
  nth: number;
}

/** The true value of a model for a task of a world. Only the oracle knows it. */
export interface TrueValue {
  model: CatalogModel;
  /** Probability of a quality of at least 75. */
  good: number;
  netValueNanoUsd: number;
}

/** Returns the true value of a model for a task. */
export function trueValueOf(world: World, model: CatalogModel, { kind, agent, nth }: WorldTask): TrueValue {
  if (world.isBroken(model, nth)) return { model, good: 0, netValueNanoUsd: netValueNanoUsd(0, 0) };
  const quality = world.qualityOf(model, kind, nth) + world.agentEffect(model, agent);
  const approved = shareBelow((quality - usableScore) / Math.hypot(taskNoise, judgeNoise));
  const cost = trueCostNanoUsd(world, model);
  return {
    model,
    good: shareBelow((quality - goodQuality) / taskNoise),
    netValueNanoUsd: netValueNanoUsd(approved, cost),
  };
}

/** Returns the mean cost of a document of a model, in nano-USD. */
export function trueCostNanoUsd(world: World, model: CatalogModel): number {
  return listCostNanoUsd(model) * world.wordiness(model);
}

/** The best choice for a task: the highest true net value, among the models that are good often enough, if any is. */
export function bestChoice(world: World, task: WorldTask): TrueValue {
  const all = world.models.map((model) => trueValueOf(world, model, task));
  const good = all.filter((value) => value.good >= goodShare);
  return (good.length > 0 ? good : all).reduce((a, b) => (b.netValueNanoUsd > a.netValueNanoUsd ? b : a));
}

/** True if a choice is expected to be worth less than the best by more than this share of an approved document's value. */
export function losesMoreThan(share: number, chosen: TrueValue, best: TrueValue): boolean {
  return best.netValueNanoUsd - chosen.netValueNanoUsd > share * approvedNanoUsd;
}
