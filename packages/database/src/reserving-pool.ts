import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

type LendCallback = Parameters<pg.Pool['connect']>[0];

const essential = new AsyncLocalStorage<true>();

/** Lets `work` use connections that are kept for what must answer when all others are taken (LIM-16). */
export function withReserve<Result>(work: () => Result): Result {
  return essential.run(true, work);
}

/** True within `withReserve`. */
export const hasReserve = (): boolean => essential.getStore() === true;

/** SQLSTATE of a server that takes no further connection. */
const tooManyConnections = '53300';

/**
 * A pool with a few further connections that only work within `withReserve` gets, and only while the others are all
 * lent or the server takes no more. They stay open from the start.
 */
export class ReservingPool extends pg.Pool {
  readonly #reserve: pg.Pool;

  constructor(config: pg.PoolConfig, reserved: number) {
    super(config);
    this.#reserve = new pg.Pool({ ...config, max: reserved, idleTimeoutMillis: 0 });
    this.#reserve.on('error', (error, client) => void this.emit('error', error, client));
    this.#reserve.on('connect', (client) => void this.emit('connect', client));
    this.#reserve.on('acquire', (client) => void this.emit('acquire', client));
    this.#reserve.on('release', (error, client) => void this.emit('release', error, client));
    for (let opened = 0; opened < reserved; opened += 1) {
      // A connection that cannot be opened now is opened when it is needed.
      this.#reserve.connect().then(
        (client) => client.release(),
        () => undefined,
      );
    }
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
