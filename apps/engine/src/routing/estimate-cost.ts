import type { CatalogModel } from '../models/catalog.ts';
import { worstCaseCostNanoUsd } from '../models/cost.ts';
import type { WeighedTask } from './past-task.ts';

/** A task's typical traffic over all its calls: for comparing prices, not for the wall. */
const typicalTask = { promptBytes: 40_000, maxOutputTokens: 12_000 };
/** Tasks that the list price counts for, beside what tasks cost in fact. */
const priorTasks = 3;

/** List price of a typical task in nano-USD. */
export function listCostNanoUsd(model: CatalogModel): number {
  return worstCaseCostNanoUsd(model, typicalTask);
}

/**
 * What a task of this kind will cost an agent with each model, in nano-USD by model id: the list price of a typical task,
 * corrected by what tasks of the kind cost in fact, then by what they cost others with this model (a model may be wordy),
 * then by what they cost this agent with it.
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
