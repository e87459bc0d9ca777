import type { CatalogModel } from '../models/catalog.ts';
import { worstCaseCostNanoUsd } from '../models/cost.ts';
import type { WeighedTask } from './past-task.ts';

/** Typical size of all calls of a task, for comparing prices. The budget does not use it. */
const typicalTask = { promptBytes: 40_000, maxOutputTokens: 12_000 };
/** Number of tasks that the list price weighs against actual costs. */
const priorTasks = 3;

/** Returns the list price of a typical task in nano-USD. */
export function listCostNanoUsd(model: CatalogModel): number {
  return worstCaseCostNanoUsd(model, typicalTask);
}

/**
 * Estimates what a task of this kind will cost an agent with each model, in nano-USD by model id. It starts from the list
 * price of a typical task and corrects it by the actual costs of tasks of the kind, then of other agents with this model (a
 * model may be wordy), then of this agent with it.
 */
export function estimateCosts(
  models: readonly CatalogModel[],
  agentSlug: string,
  past: readonly WeighedTask[],
): Map<string, number> {
  const listPrices = new Map(models.map((model) => [model.id, listCostNanoUsd(model)]));
  const paid = past.flatMap(({ model, costNanoUsd, weight, ...task }) => {
    const list = listPrices.get(model) ?? 0;
    const isOwn = task.agentSlug === agentSlug;
    return list > 0 && costNanoUsd !== null ? [{ model, ratio: costNanoUsd / list, weight, isOwn }] : [];
  });
  const ofKind = shrink(1, paid);
  return new Map(
    models.map(({ id }) => {
      const seen = paid.filter(({ model }) => model === id);
      const others = seen.filter(({ isOwn }) => !isOwn);
      const own = seen.filter(({ isOwn }) => isOwn);
      return [id, Math.round((listPrices.get(id) ?? 0) * shrink(shrink(ofKind, others), own))];
    }),
  );
}

function shrink(prior: number, seen: readonly { ratio: number; weight: number }[]): number {
  const weight = seen.reduce((sum, task) => sum + task.weight, priorTasks);
  return seen.reduce((sum, task) => sum + task.ratio * task.weight, prior * priorTasks) / weight;
}
