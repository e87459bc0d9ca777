import type { CatalogModel } from '../models/catalog.ts';

const byPrice = (a: CatalogModel, b: CatalogModel) =>
  a.inputPerMillion + a.outputPerMillion - (b.inputPerMillion + b.outputPerMillion);

/**
 * The model that plans, observes and evaluates: the cheapest standard one, the same for every task of a run, so that
 * scores compare; without a standard model, the cheapest there is.
 */
export function judgeModel(models: CatalogModel[]): CatalogModel {
  const standard = models.filter(({ tier }) => tier === 'standard').sort(byPrice);
  const [model] = standard.length > 0 ? standard : [...models].sort(byPrice);
  if (!model) throw new Error('No model is available');
  return model;
}
