import type { CatalogModel } from '../models/catalog.ts';

const byPrice = (a: CatalogModel, b: CatalogModel) =>
  a.inputPerMillion + a.outputPerMillion - (b.inputPerMillion + b.outputPerMillion);

/**
 * Returns the model that plans, observes and evaluates. It is the cheapest standard model, the same for every task of a run
 * so that scores are comparable. Without a standard model it is the cheapest of all.
 */
export function judgeModel(models: CatalogModel[]): CatalogModel {
  const standard = models.filter(({ tier }) => tier === 'standard').sort(byPrice);
  const [model] = standard.length > 0 ? standard : [...models].sort(byPrice);
  if (!model) throw new Error('No model is available');
  return model;
}
