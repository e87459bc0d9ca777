import type { Database } from '@ecp/database/database';
import type { CatalogModel } from './catalog.ts';
import type { ServedModels } from './served-models.ts';
import { noWorker, readOffers, type WorkerOffer } from './workers.ts';

/** The models that living workers serve, and how they work. */
type OfferedWork = ServedModels & Pick<WorkerOffer, 'hasPhases'>;

/** Age up to which the offers of the workers are not read anew. */
const usualFreshMs = 5_000;

/**
 * Reads what the living workers offer together, once for all callers of a few seconds. Without a
 * living worker what was read before still counts: orders check for themselves that one lives.
 * Error: `no_worker` if nothing was read before.
 */
export function cacheOffers(
  database: Database,
  freshMs = usualFreshMs,
): () => Promise<OfferedWork> {
  let cachedOffers: { atMs: number; served: OfferedWork } | undefined;
  let reading: Promise<OfferedWork> | undefined;
  const read = async (): Promise<OfferedWork> => {
    const offers = await readOffers(database);
    if (offers.length === 0) {
      if (cachedOffers) return cachedOffers.served;
      throw noWorker();
    }
    const served = {
      models: unique(offers.flatMap(({ models }) => models)),
      judges: unique(offers.flatMap(({ judges }) => judges)),
      hasPhases: offers.some(({ hasPhases }) => hasPhases),
    };
    cachedOffers = { atMs: performance.now(), served };
    return served;
  };
  return () => {
    if (cachedOffers && performance.now() - cachedOffers.atMs < freshMs)
      return Promise.resolve(cachedOffers.served);
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** Keeps the first of those with the same id. */
function unique(models: readonly CatalogModel[]): CatalogModel[] {
  const first = new Map<string, CatalogModel>();
  for (const model of models) if (!first.has(model.id)) first.set(model.id, model);
  return [...first.values()];
}
