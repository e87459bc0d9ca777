import type { CatalogModel } from '../models/catalog.ts';
import { judgeModels } from './judge-model.ts';

/**
 * Orders the models that may judge whether passages support the claims of a document that `writers` wrote, best first:
 * those of other providers, then other models of the same ones (contract 9). Empty if the writers are the only models:
 * then the rules of the check decide alone. The offline model extracts and does not judge.
 */
export function supportJudges(models: readonly CatalogModel[], writers: readonly CatalogModel[]): CatalogModel[] {
  const providers = new Set(writers.map(({ provider }) => provider));
  const ids = new Set(writers.map(({ id }) => id));
  const others = judgeModels(models).filter(({ id, provider }) => provider !== 'local' && !ids.has(id));
  const [own, foreign] = [true, false].map((isOwn) =>
    others.filter(({ provider }) => providers.has(provider) === isOwn),
  );
  return [...(foreign ?? []), ...(own ?? [])];
}

/** Orders the models of other providers than those of the writers, best first. The offline model is none of them. */
export function foreignModels(models: readonly CatalogModel[], writers: readonly CatalogModel[]): CatalogModel[] {
  const providers = new Set(writers.map(({ provider }) => provider));
  return supportJudges(models, writers).filter(({ provider }) => !providers.has(provider));
}
