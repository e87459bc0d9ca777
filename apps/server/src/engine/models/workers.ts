import type { Database } from '@ecp/database/database';
import { selectLiving } from '@ecp/database/executor-lease';
import { EngineRequestError } from '../kernel/runs.ts';
import type { CatalogModel } from './catalog.ts';

/** What a worker offers to the processes that give it work. It has no keys. */
export interface WorkerOffer {
  version: string;
  /** The models that write, with their prices. */
  models: CatalogModel[];
  /** The models that only judge. */
  judges: CatalogModel[];
  /** True if it works runs by phases where a model is connected. */
  hasPhases: boolean;
}

/**
 * Publishes the offer of a worker beside its lease, and replaces an earlier offer of the same
 * worker. The offer ends with the lease.
 */
export async function publishOffer(
  database: Database,
  executorId: string,
  { version, models, judges, hasPhases }: WorkerOffer,
): Promise<void> {
  await database.batchSystem([
    {
      name: 'publish_offer',
      text: `insert into engine.workers (executor_id, version, models, judges, has_phases)
        values ($1, $2, $3, $4, $5)
        on conflict (executor_id) do update set version = excluded.version,
          models = excluded.models, judges = excluded.judges, has_phases = excluded.has_phases`,
      values: [executorId, version, JSON.stringify(models), JSON.stringify(judges), hasPhases],
    },
  ]);
}

/** Reads the offers of the workers whose lease is alive, the longest running first. */
export async function readOffers(database: Database): Promise<WorkerOffer[]> {
  const [offers] = await database.batchSystem<[WorkerOffer]>([
    {
      name: 'read_offers',
      text: `select version, models, judges, has_phases as "hasPhases"
        from engine.workers join (${selectLiving('engine')}) as living using (executor_id)
        order by started_at, executor_id`,
    },
  ]);
  return offers;
}

/** The error for work that no living worker would do. */
export const noWorker = () => new EngineRequestError(503, 'no_worker', 'no engine is running');

/** The error for work of a tenant whose own keys serve no model of the catalogue. */
export const noModel = () =>
  new EngineRequestError(503, 'no_model', 'the keys of this workspace serve no model');

/** Checks that a worker lives. Error: `no_worker`. */
export async function requireWorker(database: Database): Promise<void> {
  const [living] = await database.batchSystem<[{ lives: boolean }]>([
    {
      name: 'worker_lives',
      text: `select exists (${selectLiving('engine')}) as lives`,
    },
  ]);
  if (!living[0]?.lives) throw noWorker();
}
