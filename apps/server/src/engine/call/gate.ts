import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@ecp/database/database';
import type { NoRow } from '@ecp/database/statement';
import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RunRef } from '../kernel/events.ts';
import { healthChannel, type RunSignals, throttleChannel } from '../kernel/waiting.ts';
import type { ModelCallErrorKind } from '../models/call-failures.ts';
import { accountOf, type CatalogModel, modelProvider } from '../models/catalog.ts';

export interface CallsInFlight {
  /** Registers a call, whose signal Stop aborts. Call `done` when it has settled. */
  begin(run: RunRef): { signal: AbortSignal; done(): void };
  abort(run: RunRef): void;
  runs(): RunRef[];
}

export const stoppedReason = 'The run was stopped';

export function createCallsInFlight(): CallsInFlight {
  const byRun = new Map<string, { run: RunRef; calls: Set<AbortController> }>();
  const keyOf = ({ tenantId, runId }: RunRef) => JSON.stringify([tenantId, runId]);
  return {
    begin({ tenantId, runId }) {
      const controller = new AbortController();
      const key = keyOf({ tenantId, runId });
      const entry = byRun.get(key) ?? { run: { tenantId, runId }, calls: new Set() };
      entry.calls.add(controller);
      byRun.set(key, entry);
      const done = () => {
        entry.calls.delete(controller);
        if (entry.calls.size === 0 && byRun.get(key) === entry) byRun.delete(key);
      };
      return { signal: controller.signal, done };
    },
    abort(run) {
      for (const controller of byRun.get(keyOf(run))?.calls ?? [])
        controller.abort(new Error(stoppedReason));
    },
    runs: () => [...byRun.values()].map(({ run }) => run),
  };
}

/** Permits for calls. A call holds one from its reservation to its settlement. */
export type CallSlots = Semaphore;

/**
 * Limits the permits of a tenant for each free permit, so that a new tenant need not wait minutes.
 * One tenant gets three quarters of all permits, two get three sevenths each.
 */
const timesFree = 3;

/**
 * Creates a semaphore that admits at most `max` calls in flight in this process, fairly between
 * tenants.
 */
export function createCallSlots(max: number): CallSlots {
  return createSemaphore({
    permits: max,
    mayAcquire: (free, [held = 0]) => held < free * timesFree,
  });
}

/** Limits the block in milliseconds, even if the provider asks for more. */
const maxBlockMs = 600_000;

/** Keeps calls within the limits of the providers, together with the other engine processes. */
export interface ProviderThrottle {
  /** Counts the call and returns true if it may begin now. `tokens` is the most that it may use. */
  begin(model: CatalogModel, id: string, tokens: number): Promise<boolean>;
  /**
   * Waits until a refused call may try again. Tenants take turns. Rejects with the signal's reason.
   */
  wait(model: CatalogModel, tenantId: string, signal: AbortSignal): Promise<void>;
  cancel(model: CatalogModel, id: string): Promise<void>;
  /** Corrects the tokens of a counted call to what it used. Does nothing without a token limit. */
  correct(model: CatalogModel, id: string, tokens: number): Promise<void>;
  block(model: CatalogModel, forMs: number): Promise<void>;
}

/** Opens the throttle and reads current blocks. Without limits and blocks, calls need no query. */
export async function openProviderThrottle(
  database: Database,
  signals: RunSignals,
  limits: ProviderLimits,
): Promise<ProviderThrottle> {
  /** Earliest next attempt on this process's clock, by provider and by provider with model. */
  const notBeforeMs = new Map<string, number>();
  const lines = new Map<string, Semaphore>();
  const postpone = (key: string, forMs: number) =>
    notBeforeMs.set(key, Math.max(notBeforeMs.get(key) ?? 0, performance.now() + forMs));
  const waitMsOf = (model: CatalogModel) => {
    const account = accountOf(model);
    const untilMs = Math.max(
      notBeforeMs.get(account) ?? 0,
      notBeforeMs.get(keyOf(account, model.id)) ?? 0,
    );
    return untilMs - performance.now();
  };
  // The limits are those of the installation's accounts, not of a tenant's.
  const limitOf = ({ provider, account }: CatalogModel) =>
    account === undefined ? limits[provider] : undefined;
  const lineOf = (model: CatalogModel) => {
    const key = keyOf(accountOf(model), model.id);
    const line = lines.get(key) ?? createSemaphore({ permits: 1 });
    lines.set(key, line);
    return line;
  };

  signals.on(throttleChannel, (payload) => {
    const { provider, model, forMs } = JSON.parse(payload) as Block;
    postpone(keyOf(provider, model), forMs);
  });
  for (const { provider, model, forMs } of await readBlocks(database))
    postpone(keyOf(provider, model), forMs);

  return {
    async begin(model, id, tokens) {
      if (waitMsOf(model) > 0) return false;
      const limit = limitOf(model);
      if (!limit) return true;
      const waitMs = await admitRequest(database, { id, provider: model.provider, tokens }, limit);
      if (waitMs > 0) postpone(model.provider, waitMs);
      return waitMs === 0;
    },
    async wait(model, tenantId, signal) {
      // One call at a time proceeds, so that hundreds of waiting calls do not all try at the same
      // moment.
      const waitOut = async () => {
        for (let waitMs = waitMsOf(model); waitMs > 0; waitMs = waitMsOf(model)) {
          await delay(Math.ceil(waitMs), undefined, { signal });
        }
      };
      await lineOf(model).run(tenantId, waitOut, { signal });
    },
    async cancel(model, id) {
      if (limitOf(model)) await withdrawRequest(database, id);
    },
    async correct(model, id, tokens) {
      if (limitOf(model)?.tokensPerMinute !== undefined) await correctTokens(database, id, tokens);
    },
    async block(model, forMs) {
      const account = accountOf(model);
      const block = {
        provider: account,
        model: model.id,
        forMs: Math.min(Math.ceil(forMs), maxBlockMs),
      };
      postpone(keyOf(account, model.id), block.forMs);
      await storeBlock(database, block);
    },
  };
}

interface Block {
  provider: string;
  model: string;
  forMs: number;
}

const keyOf = (provider: string, model: string): string =>
  model === '' ? provider : `${provider}/${model}`;

async function readBlocks(database: Database): Promise<Block[]> {
  const [blocks] = await database.batchSystem<[Block]>([
    {
      text: `select provider, model, ceil(extract(epoch from blocked_until - now()) * 1000)::integer as "forMs"
        from engine.provider_blocks where blocked_until > now()`,
    },
  ]);
  return blocks;
}

async function storeBlock(database: Database, { provider, model, forMs }: Block): Promise<void> {
  await database.batchSystem([
    {
      text: `insert into engine.provider_blocks (provider, model, blocked_until)
        values ($1, $2, now() + make_interval(secs => $3::float8 / 1000))
        on conflict (provider, model) do update
        set blocked_until = greatest(provider_blocks.blocked_until, excluded.blocked_until)`,
      values: [provider, model, forMs],
    },
    {
      text: 'select pg_notify($1, $2)',
      values: [throttleChannel, JSON.stringify({ provider, model, forMs })],
    },
  ]);
}

/**
 * A minute, plus a second for requests whose way to the provider takes longer than that of later
 * ones.
 */
const windowMs = 61_000;

interface AdmittedRequest {
  id: string;
  provider: string;
  tokens: number;
}

/**
 * Counts a request if the limits allow it and returns 0, else the least wait in ms. The count is
 * exact across processes.
 */
export async function admitRequest(
  database: Database,
  { id, provider, tokens }: AdmittedRequest,
  { requestsPerMinute, tokensPerMinute }: RequestLimit,
): Promise<number> {
  const limits = [requestsPerMinute ?? null, tokensPerMinute ?? null];
  const [, , [row]] = await database.batchSystem<
    [NoRow, NoRow, { counted: boolean; wait_ms: number }]
  >([
    {
      name: 'lock_provider',
      text: 'select pg_advisory_xact_lock(7305301, hashtext($1))',
      values: [provider],
    },
    {
      name: 'forget_requests',
      text: `delete from engine.provider_requests where provider = $1
        and begun_at < clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
      values: [provider, windowMs],
    },
    {
      name: 'count_request',
      text: countRequests,
      values: [id, provider, tokens, ...limits, windowMs],
    },
  ]);
  return row?.counted ? 0 : Math.max(1, row?.wait_ms ?? 0);
}

async function withdrawRequest(database: Database, id: string): Promise<void> {
  await database.batchSystem([
    {
      name: 'forget_request',
      text: 'delete from engine.provider_requests where id = $1',
      values: [id],
    },
  ]);
}

/** Sets the tokens of a counted request to what it used. */
export async function correctTokens(database: Database, id: string, tokens: number): Promise<void> {
  await database.batchSystem([
    {
      name: 'correct_tokens',
      text: 'update engine.provider_requests set tokens = $2 where id = $1',
      values: [id, tokens],
    },
  ]);
}

/**
 * `free` is the time at which the request that fills the count limit or the token limit leaves the
 * window.
 */
const countRequests = `
  with recent as (
    select begun_at, row_number() over newest as number, sum(tokens) over newest as used
    from engine.provider_requests where provider = $2
      and begun_at > clock_timestamp() - make_interval(secs => $6::float8 / 1000)
    window newest as (order by begun_at desc, id rows unbounded preceding)
  ), free as (
    select greatest(
        max(begun_at) filter (where number >= $4::bigint),
        max(begun_at) filter (where used + $3::bigint > $5::bigint)
      ) + make_interval(secs => $6::float8 / 1000) as at
    from recent
  ), counted as (
    insert into engine.provider_requests (id, provider, begun_at, tokens)
    select $1, $2, clock_timestamp(), $3::bigint from free where at is null returning id
  )
  select exists (select from counted) as counted,
    coalesce(ceil(extract(epoch from at - clock_timestamp()) * 1000), 0)::integer as wait_ms
  from free`;

const PerMinute = Type.Optional(Type.Integer({ minimum: 1 }));
const Limit = Type.Object(
  { requestsPerMinute: PerMinute, tokensPerMinute: PerMinute },
  { additionalProperties: false, minProperties: 1 },
);
const Limits = Type.Partial(Type.Record(modelProvider, Limit), { additionalProperties: false });

/** Limits of one provider in a minute, for all engine processes together. */
type RequestLimit = Static<typeof Limit>;
export type ProviderLimits = Static<typeof Limits>;

/** Reads the JSON of `PROVIDER_LIMITS`. Returns null if it is invalid. */
export function readProviderLimits(text: string | undefined): ProviderLimits | null {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return Value.Check(Limits, value) ? value : null;
  } catch {
    return null;
  }
}

/** A model rests after so many failures in a row, and for so long. */
const failuresBeforeRest = 2;
const restMs = 600_000;

/** Failures that depend on the model. Others depend on a prompt, a limit or the caller. */
const telling: ReadonlySet<ModelCallErrorKind> = new Set([
  'provider_failure',
  'invalid_output',
  'wrong_shape',
  'capped',
  'broken_off',
  'connection_cut',
  'timeout',
  'unreachable',
  'unauthorized',
  'unknown_model',
]);

export interface ModelHealth {
  /** Returns the models in their order, resting ones last. */
  order(models: readonly CatalogModel[]): CatalogModel[];
  /** Records a failed try. After two in a row, the model rests for ten minutes. */
  failed(model: CatalogModel, kind: ModelCallErrorKind): Promise<void>;
  /** Records an answer, which resets the count of failures. */
  succeeded(model: CatalogModel): Promise<void>;
}

interface Ailing {
  provider: string;
  model: string;
  failures: number;
  forMs: number;
}

/**
 * Opens the health of models and reads what other processes recorded. Without failures, calls need
 * no query.
 */
export async function openModelHealth(
  database: Database,
  signals: RunSignals,
): Promise<ModelHealth> {
  const ailing = new Map<string, { untilMs: number }>();
  const keep = ({ provider, model, failures, forMs }: Ailing) => {
    const key = keyOfModel(provider, model);
    if (failures === 0) ailing.delete(key);
    else ailing.set(key, { untilMs: performance.now() + forMs });
  };
  signals.on(healthChannel, (payload) => keep(JSON.parse(payload) as Ailing));
  for (const row of await readAiling(database)) keep(row);
  const isResting = (model: CatalogModel) =>
    (ailing.get(keyOfModel(accountOf(model), model.id))?.untilMs ?? 0) > performance.now();
  return {
    order: (models) => [
      ...models.filter((model) => !isResting(model)),
      ...models.filter(isResting),
    ],
    async failed(model, kind) {
      if (telling.has(kind)) keep(await storeFailure(database, accountOf(model), model.id));
    },
    async succeeded(model) {
      const provider = accountOf(model);
      if (!ailing.has(keyOfModel(provider, model.id))) return;
      keep({ provider, model: model.id, failures: 0, forMs: 0 });
      await storeRecovery(database, provider, model.id);
    },
  };
}

const keyOfModel = (provider: string, model: string): string => JSON.stringify([provider, model]);

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
    {
      text: 'delete from engine.model_health where provider = $1 and model = $2',
      values: [provider, model],
    },
  ]);
  await announce(database, { provider, model, failures: 0, forMs: 0 });
}

async function announce(database: Database, state: Ailing): Promise<void> {
  await database.batchSystem([
    { text: 'select pg_notify($1, $2)', values: [healthChannel, JSON.stringify(state)] },
  ]);
}
