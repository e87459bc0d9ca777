import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

type LendCallback = Parameters<pg.Pool['connect']>[0];

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
 * A pool with a reserve of a few further connections. Work within `withReserve` gets them while all others are lent, or
 * while the server takes no more. They are open from the start, and opened again when they are lost.
 */
export class ReservingPool extends pg.Pool {
  readonly #reserve: pg.Pool;
  #opening = false;

  constructor(config: pg.PoolConfig, reserved: number) {
    super(config);
    this.#reserve = new pg.Pool({ ...config, max: reserved, idleTimeoutMillis: 0 });
    this.#reserve.on('error', (error, client) => void this.emit('error', error, client));
    this.#reserve.on('connect', (client) => {
      // A pool listens to its idle connections only. One that breaks while it is lent would end the process.
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
      const lent = await Promise.allSettled(Array.from({ length: idleCount + lacking }, () => this.#reserve.connect()));
      for (const result of lent) if (result.status === 'fulfilled') result.value.release();
      if (lent.some(({ status }) => status === 'rejected')) await delay(retryMs, undefined, { ref: false });
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
