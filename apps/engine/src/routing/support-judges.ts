import { type CatalogModel, nameAtProvider } from '../models/catalog.ts';
import { judgeModels } from './judge-model.ts';

/** The models that may judge: those that write, and those of the catalogue that only judge. */
export interface JudgeCandidates {
  models: readonly CatalogModel[];
  judges: readonly CatalogModel[];
}

/**
 * Orders the models that may judge the statements of a document that `writers` wrote, best first (contract 14): the
 * catalogue's judges of other providers, its other judges, models of other providers, other models. Empty if the writers
 * are the only models. No writer judges its own text, and the offline model, which extracts, judges none.
 */
export function supportJudges({ models, judges }: JudgeCandidates, writers: readonly CatalogModel[]): CatalogModel[] {
  const providers = new Set(writers.map(({ provider }) => provider));
  const wrote = (model: CatalogModel) => writers.some((writer) => isSame(writer, model));
  const ordered = [judges, models].flatMap((candidates) => {
    const others = judgeModels(candidates).filter((model) => model.provider !== 'local' && !wrote(model));
    const [foreign, own] = [false, true].map((isOwn) =>
      others.filter(({ provider }) => providers.has(provider) === isOwn),
    );
    return [...(foreign ?? []), ...(own ?? [])];
  });
  return ordered.filter((model, at) => ordered.findIndex((earlier) => isSame(earlier, model)) === at);
}

/** Orders the models of other providers than those of the writers, best first. The offline model is none of them. */
export function foreignModels(models: readonly CatalogModel[], writers: readonly CatalogModel[]): CatalogModel[] {
  const providers = new Set(writers.map(({ provider }) => provider));
  return supportJudges({ models, judges: [] }, writers).filter(({ provider }) => !providers.has(provider));
}

/** Returns true if two entries are the same model. An entry may put its provider before the name. */
function isSame(one: CatalogModel, other: CatalogModel): boolean {
  return one.provider === other.provider && nameAtProvider(one) === nameAtProvider(other);
}
