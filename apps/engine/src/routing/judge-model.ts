import type { CatalogModel, ModelTier } from '../models/catalog.ts';

const byPrice = (a: CatalogModel, b: CatalogModel) =>
  a.inputPerMillion + a.outputPerMillion - (b.inputPerMillion + b.outputPerMillion);
const tierOrder: readonly ModelTier[] = ['standard', 'premium', 'economy'];

/**
 * Orders the models for planning, observing and evaluating, best first: the standard models by price, then the premium
 * ones, then the economy ones. Without a standard model all are ordered by price alone. The order is the same for every
 * task of a run, so that scores are comparable as long as the first model answers.
 */
export function judgeModels(models: readonly CatalogModel[]): CatalogModel[] {
  const cheapestFirst = models.toSorted(byPrice);
  if (!cheapestFirst.some(({ tier }) => tier === 'standard')) return cheapestFirst;
  return tierOrder.flatMap((tier) => cheapestFirst.filter((model) => model.tier === tier));
}

/** Returns the first of `judgeModels`. */
export function judgeModel(models: readonly CatalogModel[]): CatalogModel {
  const [model] = judgeModels(models);
  if (!model) throw new Error('No model is available');
  return model;
}
