import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { CatalogModel } from '../../../apps/engine/src/models/catalog.ts';
import {
  approvedNanoUsd,
  goodQuality,
  goodShare,
  listCostNanoUsd,
  netValueNanoUsd,
  shareBelow,
} from '../../../apps/engine/src/routing/estimates.ts';
import type { World } from './worlds.ts';

/** A reviewer approves from `usableScore` on and rejects below `rejectedScore`, by the anchors of the rubrics. */
export const usableScore = 70;
export const rejectedScore = 50;
/** Standard deviation of tasks around a model's quality, and of judges and reviewers around the true score. */
export const taskNoise = 6;
export const judgeNoise = 4;

/** A model counts as cheap up to this multiple of the lowest cost. */
const cheapMultiple = 1.3;

/** A task of a world. `nth` counts the tasks of its kind from 0. */
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

/** Returns true if a model costs about as little as the cheapest one of its world. */
export function isCheap(world: World, model: CatalogModel): boolean {
  const lowest = Math.min(...world.models.map((other) => trueCostNanoUsd(world, other)));
  return trueCostNanoUsd(world, model) <= cheapMultiple * lowest;
}

/** Returns the best choice: the highest true net value among the models that are good often enough, else among all. */
export function bestChoice(world: World, task: WorldTask): TrueValue {
  const all = world.models.map((model) => trueValueOf(world, model, task));
  const good = all.filter((value) => value.good >= goodShare);
  return (good.length > 0 ? good : all).reduce((a, b) => (b.netValueNanoUsd > a.netValueNanoUsd ? b : a));
}

/** Returns true if a choice loses more than this share of an approved document's value against the best choice. */
export function losesMoreThan(share: number, chosen: TrueValue, best: TrueValue): boolean {
  return best.netValueNanoUsd - chosen.netValueNanoUsd > share * approvedNanoUsd;
}
