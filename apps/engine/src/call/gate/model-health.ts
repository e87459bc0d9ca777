import type { Database } from '@ecp/database/database';
import { healthChannel, type RunSignals } from '../../kernel/signals.ts';
import type { ModelCallErrorKind } from '../../models/call-failures.ts';
import type { CatalogModel } from '../../models/catalog.ts';

/** A model rests after so many failures in a row, and for so long (contract 7). */
const failuresBeforeRest = 2;
const restMs = 600_000;

/** Failures that tell something about a model. Others are about a prompt, a limit or the caller. */
const telling: ReadonlySet<ModelCallErrorKind> = new Set([
  'provider_failure',
  'invalid_output',
  'wrong_shape',
  'capped',
  'connection_cut',
  'timeout',
  'unreachable',
  'unauthorized',
  'unknown_model',
]);

/** The models that have failed lately, in all engine processes. */
export interface ModelHealth {
  /** Returns the models in their order, with those that rest at the end. */
  order(models: readonly CatalogModel[]): CatalogModel[];
  /** Records a failed try. After two in a row, the model rests for ten minutes. */
  failed(model: CatalogModel, kind: ModelCallErrorKind): Promise<void>;
  /** Records an answer. It ends the row of failures. */
  succeeded(model: CatalogModel): Promise<void>;
}

interface Ailing {
  provider: string;
  model: string;
  failures: number;
  /** Milliseconds left of the rest, or 0. */
  forMs: number;
}

/** Opens the health of models and reads what other processes have recorded. Without failures, calls need no query. */
export async function openModelHealth(database: Database, signals: RunSignals): Promise<ModelHealth> {
  const ailing = new Map<string, { untilMs: number }>();
  const keep = ({ provider, model, failures, forMs }: Ailing) => {
    const key = keyOf(provider, model);
    if (failures === 0) ailing.delete(key);
    else ailing.set(key, { untilMs: performance.now() + forMs });
  };
  signals.on(healthChannel, (payload) => keep(JSON.parse(payload) as Ailing));
  for (const row of await readAiling(database)) keep(row);
  const isResting = ({ provider, id }: CatalogModel) =>
    (ailing.get(keyOf(provider, id))?.untilMs ?? 0) > performance.now();
  return {
    order: (models) => [...models.filter((model) => !isResting(model)), ...models.filter(isResting)],
    async failed({ provider, id }, kind) {
      if (telling.has(kind)) keep(await storeFailure(database, provider, id));
    },
    async succeeded({ provider, id }) {
      if (!ailing.has(keyOf(provider, id))) return;
      keep({ provider, model: id, failures: 0, forMs: 0 });
      await storeRecovery(database, provider, id);
    },
  };
}

const keyOf = (provider: string, model: string): string => JSON.stringify([provider, model]);

const forMs = `greatest(0, ceil(extract(epoch from coalesce(resting_until, now()) - now()) * 1000))::integer as "forMs"`;

async function readAiling(database: Database): Promise<Ailing[]> {
  const [rows] = await database.batchSystem<[Ailing]>([
    { text: `select provider, model, failures, ${forMs} from engine.model_health` },
  ]);
  return rows;
}

async function storeFailure(database: Database, provider: string, model: string): Promise<Ailing> {
  const [[row]] = await database.batchSystem<[Ailing]>([
    {
      text: `insert into engine.model_health (provider, model, failures) values ($1, $2, 1)
        on conflict (provider, model) do update set failures = model_health.failures + 1,
          resting_until = case when model_health.failures + 1 >= $3::integer
            then now() + make_interval(secs => $4::float8 / 1000) end
        returning provider, model, failures, ${forMs}`,
      values: [provider, model, failuresBeforeRest, restMs],
    },
  ]);
  const stored = row ?? { provider, model, failures: 1, forMs: 0 };
  await announce(database, stored);
  return stored;
}

async function storeRecovery(database: Database, provider: string, model: string): Promise<void> {
  await database.batchSystem([
    { text: 'delete from engine.model_health where provider = $1 and model = $2', values: [provider, model] },
  ]);
  await announce(database, { provider, model, failures: 0, forMs: 0 });
}

async function announce(database: Database, state: Ailing): Promise<void> {
  await database.batchSystem([{ text: 'select pg_notify($1, $2)', values: [healthChannel, JSON.stringify(state)] }]);
}
