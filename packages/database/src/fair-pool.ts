import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';
import pg from 'pg';
import { currentTenant } from './current-tenant.ts';

type LendCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool in which tenants take turns for connections, so that a tenant with thousands of waiting statements delays
 * another by one statement only. Work without a tenant, such as the queue's own, counts as one more tenant.
 */
export class FairPool extends pg.Pool {
  readonly #semaphore: Semaphore;
  readonly #max: number;
  readonly #waitLimitMs: number | undefined;
  readonly #toRefusal: (error: unknown) => unknown;
  /** Calls that have a permit or wait for one. */
  #asked = 0;

  /** `toRefusal` makes what callers get for an error by which no connection could be had. */
  constructor(config: pg.PoolConfig & { max: number }, toRefusal: (error: unknown) => unknown = (error) => error) {
    super(config);
    this.#toRefusal = toRefusal;
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
    try {
      return await this.#lendInTurn();
    } catch (error) {
      throw this.ending ? error : this.#toRefusal(error);
    }
  }

  async #lendInTurn(): Promise<pg.PoolClient> {
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

  /** Listens for errors, because a connection that is lost while it is being lent would end the process. */
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
