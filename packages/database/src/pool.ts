import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';
import pg from 'pg';

/**
 * Time after which a hanging statement or transaction ends and releases its connection and locks.
 */
const stuckLimitMs = 60_000;

const stuckLimits = {
  statement_timeout: stuckLimitMs,
  idle_in_transaction_session_timeout: stuckLimitMs,
};

/**
 * Clients of poolers. Consecutive transactions of one may be on different connections, which know
 * no names of it.
 */
const pooledClients = new WeakSet<pg.ClientBase>();

/** True for a client of a pooler. Its statements must have no names. */
export const isPooled = (client: pg.ClientBase): boolean => pooledClients.has(client);

/** Settings of a pool. Each but `url` has a default. */
export interface PoolOptions {
  url: string;
  maxConnections?: number;
  /** Limits the wait for a free or new connection; 10 s by default. */
  connectionTimeoutMs?: number;
  onPoolError?: (error: Error) => void;
  /**
   * The address is that of a pooler in transaction mode: no setting and no prepared statement stays
   * with a client.
   */
  pooled?: boolean | undefined;
  /**
   * Lets tenants take turns for connections. By default the first to wait is the first to get one.
   */
  fair?: boolean;
  /**
   * Further connections for what must answer when all are taken (`withReserve`); none by default.
   */
  reserved?: number;
  /** Name of the sessions in Postgres. */
  applicationName?: string;
}

/**
 * Opens the connections of a database. Bigint and numeric values become numbers; all of ours stay
 * below 2^53.
 */
export function openPool({
  url,
  pooled = false,
  fair = false,
  reserved = 0,
  ...options
}: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const settings = {
    connectionString: url,
    // Statements are sent without waiting for the answers of those before them.
    pipeline: true,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    idleTimeoutMillis: idleLimitMs,
    ...keptAlive,
    ...(pooled ? {} : stuckLimits),
    application_name: options.applicationName,
    types,
  };
  const Pool = fair ? FairPool : pg.Pool;
  const pool = reserved > 0 ? new ReservingPool(settings, reserved) : new Pool(settings);
  limitSilence(pool);
  if (pooled) pool.on('connect', (client) => pooledClients.add(client));
  // The pool replaces an idle connection that breaks. Its error would end the process if nobody
  // listened for it.
  pool.on('error', (error) => options.onPoolError?.(error));
  return pool;
}

/**
 * Time until an unused connection is closed. A new one costs Postgres a tenth of a second of
 * processor time, because it reads its catalogues and plans each statement anew.
 */
const idleLimitMs = 120_000;

/** Longer than a statement may take, which Postgres ends after a minute. */
const silenceLimitMs = 75_000;

/**
 * Settings of a connection that waits: the system notices within half a minute that the other
 * machine is gone.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 15_000 } as const;

/**
 * Breaks a connection that is silent for `limitMs`, with ETIMEDOUT; TCP gives up after a quarter of
 * an hour.
 */
export function limitSilence(pool: pg.Pool, limitMs = silenceLimitMs): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client);
    stream.on('timeout', () => {
      stream.destroy(
        Object.assign(new Error(`Postgres was silent for ${limitMs} ms`), { code: 'ETIMEDOUT' }),
      );
    });
  });
  pool.on('acquire', (client) => void streamOf(client).setTimeout(limitMs));
  pool.on('release', (_error, client) => void streamOf(client).setTimeout(0));
}

/**
 * Returns the socket of a client. pg's types give `connection` to `Client` only, which a pool's
 * client is.
 */
export const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

const acting = new AsyncLocalStorage<string>();

/**
 * Runs work in the name of a tenant, which decides its turn for shared resources such as
 * connections.
 */
export function runAsTenant<Result>(tenantId: string, work: () => Result): Result {
  return acting.run(tenantId, work);
}

/** Returns the tenant of the current work; empty for work that belongs to no tenant. */
export function currentTenant(): string {
  return acting.getStore() ?? '';
}

type LendCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose tenants take turns for connections, so that a thousand statements of one delay
 * another by one only.
 */
export class FairPool extends pg.Pool {
  readonly #semaphore: Semaphore;
  readonly #max: number;
  readonly #waitLimitMs: number | undefined;
  /** Calls that have a permit or wait for one. */
  #asked = 0;

  constructor(config: pg.PoolConfig & { max: number }) {
    super(config);
    this.#semaphore = createSemaphore({ permits: config.max });
    this.#max = config.max;
    this.#waitLimitMs = config.connectionTimeoutMillis;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: LendCallback): void;
  override connect(callback?: LendCallback): Promise<pg.PoolClient> | undefined {
    const lent = this.#lend();
    if (!callback) return lent;
    lent.then(
      (client) => callback(undefined, client, (error?: Error | boolean) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #lend(): Promise<pg.PoolClient> {
    const releasePermit = await this.#acquirePermit();
    try {
      const client = await this.#acquire();
      const release = client.release.bind(client);
      client.release = (error) => {
        // Throws if the client was already released. Then the permit was released too.
        release(error);
        releasePermit();
      };
      return client;
    } catch (error) {
      releasePermit();
      throw error;
    }
  }

  /**
   * Listens for errors, because a connection that is lost while it is being lent would end the
   * process.
   */
  async #acquire(): Promise<pg.PoolClient> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost ??= error;
    };
    super.connect((error, client) => {
      client?.on('error', onError);
      if (client) resolve(client);
      else reject(error);
    });
    const client = await promise;
    client.off('error', onError);
    if (!lost) return client;
    client.release(lost);
    throw new Error('The connection was lost before it was used', { cause: lost });
  }

  /** Waits at most as long as the pool itself would, and then throws the same error. */
  async #acquirePermit(): Promise<() => void> {
    const mayWait = this.#asked >= this.#max && this.#waitLimitMs !== undefined;
    const limit = mayWait ? AbortSignal.timeout(this.#waitLimitMs ?? 0) : undefined;
    this.#asked += 1;
    try {
      const release = await this.#semaphore.acquire(currentTenant(), { signal: limit });
      return () => {
        this.#asked -= 1;
        release();
      };
    } catch (error) {
      this.#asked -= 1;
      throw new Error('timeout exceeded when trying to connect', { cause: error });
    }
  }
}

const essential = new AsyncLocalStorage<true>();

/** Lets `work` use connections that are kept for what must answer when all others are taken. */
export function withReserve<Result>(work: () => Result): Result {
  return essential.run(true, work);
}

/** True within `withReserve`. */
export const hasReserve = (): boolean => essential.getStore() === true;

/** Pause after a connection of the reserve could not be opened. */
const retryMs = 1_000;
/** SQLSTATE of a server that takes no further connection. */
const tooManyConnections = '53300';

/**
 * A pool with reserved connections, open from the start, for work within withReserve while all
 * others are lent.
 */
export class ReservingPool extends pg.Pool {
  readonly #reserve: pg.Pool;
  #opening = false;

  constructor(config: pg.PoolConfig, reserved: number) {
    super(config);
    this.#reserve = new pg.Pool({ ...config, max: reserved, idleTimeoutMillis: 0 });
    this.#reserve.on('error', (error, client) => void this.emit('error', error, client));
    this.#reserve.on('connect', (client) => {
      // A pool listens to its idle connections only. One that breaks while it is lent would end the
      // process.
      client.on('error', () => undefined);
      this.emit('connect', client);
    });
    this.#reserve.on('acquire', (client) => void this.emit('acquire', client));
    this.#reserve.on('release', (error, client) => void this.emit('release', error, client));
    this.#reserve.on('remove', () => void this.#openReserve());
    void this.#openReserve();
  }

  /** Opens what the reserve lacks, again and again until it can be opened. */
  async #openReserve(): Promise<void> {
    if (this.#opening) return;
    this.#opening = true;
    while (!this.ending) {
      const { options, totalCount, idleCount } = this.#reserve;
      const lacking = options.max - totalCount;
      if (lacking <= 0) break;
      // Those that are open and idle are lent first.
      const lent = await Promise.allSettled(
        Array.from({ length: idleCount + lacking }, () => this.#reserve.connect()),
      );
      for (const result of lent) if (result.status === 'fulfilled') result.value.release();
      if (lent.some(({ status }) => status === 'rejected'))
        await delay(retryMs, undefined, { ref: false });
    }
    this.#opening = false;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: LendCallback): void;
  override connect(callback?: LendCallback): Promise<pg.PoolClient> | undefined {
    if (!essential.getStore()) return callback ? void super.connect(callback) : super.connect();
    const lent = this.#lend();
    if (!callback) return lent;
    lent.then(
      (client) => callback(undefined, client, (error?: Error | boolean) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.#reserve.end()]);
  }

  async #lend(): Promise<pg.PoolClient> {
    if (this.idleCount === 0 && this.totalCount >= this.options.max) return this.#reserve.connect();
    try {
      return await super.connect();
    } catch (error) {
      if ((error as { code?: unknown }).code !== tooManyConnections) throw error;
      return this.#reserve.connect();
    }
  }
}
