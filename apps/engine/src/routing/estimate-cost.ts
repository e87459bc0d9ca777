import type { CatalogModel } from '../models/catalog.ts';
import { callCostNanoUsd, plainUsage } from '../models/cost.ts';
import type { PastTask, Weighed } from './past-task.ts';

/**
 * Tokens of all calls of a typical task, for comparing prices. The budget does not use them. Providers read a part of
 * the input from their caches, because the calls of a run begin with the same text.
 */
const typicalTask = { ...plainUsage(40_000, 12_000), cachedInputTokens: 20_000 };
/** Number of tasks that an estimate weighs against actual costs. */
const priorTasks = 3;

/** Returns the list price of a typical task in nano-USD. */
export function listCostNanoUsd(model: CatalogModel): number {
  return callCostNanoUsd(model, typicalTask);
}

/**
 * Estimates the cost of an agent's task with each model, in nano-USD by model id. An estimate starts from the list
 * price of a typical task and moves with the actual costs of tasks: those of the kind, those of the model (it may be
 * wordy), and those of the agent with it.
 */
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
      return [id, Math.round((listPrices.get(id) ?? 0) * shrink(shrink(shrink(usual, seen), inKind), own))];
    }),
  );
}

function shrink(prior: number, seen: readonly { ratio: number; weight: number }[]): number {
  const weight = seen.reduce((sum, task) => sum + task.weight, priorTasks);
  return seen.reduce((sum, task) => sum + task.ratio * task.weight, prior * priorTasks) / weight;
}
