import { EventEmitter, once } from 'node:events';
import { classifyDatabaseError } from '@ecp/database/classify-database-error';
import type { Database } from '@ecp/database/database';
import { isLeaseLost } from '@ecp/database/executor-lease';
import { keptAlive } from '@ecp/database/pool';
import pg from 'pg';
import type { Logger } from 'pino';
import type { RunRef } from './events.ts';

/**
 * Repeats work every `intervalMs`, never twice at once, and first after `firstMs` if given. Returns
 * a function that aborts the work's signal and resolves when the last round is over.
 */
export function runPeriodically(
  intervalMs: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  firstMs?: number,
): () => Promise<void> {
  const ending = new AbortController();
  let round: Promise<void> | null = null;
  const begin = () => {
    round ??= work(ending.signal)
      .then(() => undefined, onError)
      .finally(() => {
        round = null;
      });
  };
  const timer = setInterval(begin, intervalMs).unref();
  const first = firstMs === undefined ? undefined : setTimeout(begin, firstMs).unref();
  return async () => {
    clearInterval(timer);
    clearTimeout(first);
    ending.abort();
    await round;
  };
}

const firstWaitMs = 100;
const longestWaitMs = 5_000;

/**
 * Returns true for an error after which the same work may succeed: the database is away or rolled
 * the work back.
 */
function isTransientDatabaseError(error: unknown): boolean {
  return (
    classifyDatabaseError(error) === 'unavailable' ||
    (error instanceof Error && isRolledBack(error))
  );
}

/** SQLSTATE class 40: a deadlock or a conflict between transactions. */
function isRolledBack(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('40');
}

/**
 * Repeats work until the database serves. It must be safe to repeat. After the loss of the lease it
 * never settles, because the work is another process's.
 */
export async function retryDuringDatabaseOutage<Result>(
  work: () => Promise<Result>,
  onWait: (error: unknown) => void = () => undefined,
): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (isLeaseLost(error)) return new Promise<never>(() => undefined);
      if (!isTransientDatabaseError(error)) throw error;
      onWait(error);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Waits until the time is over or the signal is aborted. Never rejects. */
export async function waitOrAbort(durationMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, durationMs);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

/** Postgres channel of Stop, Pause and Resume for every engine process. The payload is a run id. */
export const controlChannel = 'engine_run_control';
/** Postgres channel of blocks of providers (`gate.ts`). */
export const throttleChannel = 'engine_provider_pace';
/** Postgres channel of failures and recoveries of models (`gate.ts`). */
export const healthChannel = 'engine_model_health';
/**
 * Postgres channels of texts in progress, and of processes whose readers watch them
 * (`live-texts.ts`).
 */
export const liveTextChannel = 'engine_live_text';
export const liveWatchChannel = 'engine_live_watch';

const channels = [
  controlChannel,
  throttleChannel,
  healthChannel,
  liveTextChannel,
  liveWatchChannel,
] as const;
type Channel = (typeof channels)[number];

/** Notifications of this process, and those of other processes that concern every process. */
export interface RunSignals {
  notify(runId: string): void;
  /**
   * Resolves at the run's next notification, after `timeoutMs`, or when `signal` aborts. The caller
   * looks again.
   */
  wait(runId: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * The listener gets the payload of each notification on a channel, including those of this
   * process.
   */
  on(channel: Channel, listener: (payload: string) => void): void;
  close(): Promise<void>;
}

async function listen(
  url: string,
  log: Logger,
  onNotice: (channel: string, payload: string) => void,
) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    ...keptAlive,
  });
  client.on('error', (error) =>
    log.warn({ err: error }, 'The connection for run control was lost'),
  );
  client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''));
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${channel}`);
  } catch (error) {
    client
      .end()
      .catch((reason: unknown) =>
        log.warn({ err: reason }, 'A failed connection could not be ended'),
      );
    throw error;
  }
  return client;
}

/** Listens on the channels and reopens a lost connection. Callers poll meanwhile. */
export async function openRunSignals(url: string, log: Logger): Promise<RunSignals> {
  const news = new EventEmitter().setMaxListeners(0);
  let closed = false;
  let client = await open();

  async function open(): Promise<pg.Client> {
    const fresh = await listen(url, log, (channel, payload) => {
      news.emit(channel, payload);
      if (channel === controlChannel) news.emit(`run:${payload}`);
    });
    // The caller repeats a failed attempt. Its end must not start further attempts beside these.
    fresh.on('end', () => void reconnect());
    return fresh;
  }

  async function reconnect(delayMs = 100): Promise<void> {
    if (closed) return;
    await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    try {
      if (!closed) client = await open();
      // The process may have closed its connections while this one was opened.
      if (closed) await client.end();
    } catch (error) {
      log.warn({ err: error }, 'Cannot listen for run control yet; will try again');
      await reconnect(Math.min(delayMs * 2, 5_000));
    }
  }

  return {
    notify: (runId) => void news.emit(`run:${runId}`),
    on: (channel, listener) => void news.on(channel, listener),
    async wait(runId, timeoutMs, signal) {
      const limit = AbortSignal.timeout(Math.ceil(timeoutMs));
      const either = signal ? AbortSignal.any([signal, limit]) : limit;
      try {
        await once(news, `run:${runId}`, { signal: either });
      } catch (error) {
        if (!either.aborted) throw error;
      }
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}

/** Interval of the query for changes of other engine processes. */
const lookAgainMs = 500;

/** Notices changes of runs by any process, with one query per interval for all watched runs. */
export interface RunChangePoller {
  /**
   * Resolves when the run has an event after `seen` or was erased, after `timeoutMs`, or when
   * `signal` aborts.
   */
  wait(run: RunRef, seen: number, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Resolves when no query is under way. */
  close(): Promise<void>;
}

/** Opens the poller. Changes in this process arrive at once through `signals`. */
export function openRunChangePoller(
  database: Database,
  signals: RunSignals,
  log: Logger,
): RunChangePoller {
  const waiting = new Set<RunRef & { seen: number }>();
  let reachable = true;

  const look = async () => {
    if (waiting.size === 0) return;
    for (const runId of await findChangedRuns(database, [...waiting])) signals.notify(runId);
    reachable = true;
  };
  const close = runPeriodically(lookAgainMs, look, (error) => {
    // One warning per outage. Waiters continue to wait.
    if (reachable)
      log.warn({ err: error }, 'The query for new run events failed and will be repeated');
    reachable = false;
  });

  return {
    async wait({ tenantId, runId }, seen, timeoutMs, signal) {
      const waiter = { tenantId, runId, seen };
      waiting.add(waiter);
      await signals.wait(runId, timeoutMs, signal).finally(() => waiting.delete(waiter));
    },
    close,
  };
}

async function findChangedRuns(
  database: Database,
  watched: (RunRef & { seen: number })[],
): Promise<string[]> {
  const earliest = new Map<string, RunRef & { seen: number }>();
  for (const one of watched) {
    const key = JSON.stringify([one.tenantId, one.runId]);
    const known = earliest.get(key);
    if (!known || one.seen < known.seen) earliest.set(key, one);
  }
  const runs = [...earliest.values()];
  const [rows] = await database.batchSystem<[{ id: string }]>([
    {
      name: 'find_news',
      text: `select watched.id from unnest($1::text[], $2::text[], $3::bigint[]) as watched (tenant_id, id, seen)
        left join engine.runs on runs.tenant_id = watched.tenant_id and runs.id = watched.id
        where runs.id is null or runs.last_event > watched.seen`,
      values: [
        runs.map(({ tenantId }) => tenantId),
        runs.map(({ runId }) => runId),
        runs.map(({ seen }) => seen),
      ],
    },
  ]);
  return rows.map(({ id }) => id);
}
