import type { Socket } from 'node:net';
import type pg from 'pg';

/** Longer than a statement may take, which Postgres ends after a minute. */
const silenceLimitMs = 75_000;

/** Settings of a connection that waits: the system notices within half a minute that the other machine is gone. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 15_000 } as const;

/**
 * Breaks a lent connection on which nothing moves for `limitMs`. Where a network drops what was sent, TCP itself gives up
 * after a quarter of an hour. The statement fails with the code ETIMEDOUT.
 */
export function limitSilence(pool: pg.Pool, limitMs = silenceLimitMs): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client);
    stream.on('timeout', () => {
      stream.destroy(Object.assign(new Error(`Postgres was silent for ${limitMs} ms`), { code: 'ETIMEDOUT' }));
    });
  });
  pool.on('acquire', (client) => void streamOf(client).setTimeout(limitMs));
  pool.on('release', (_error, client) => void streamOf(client).setTimeout(0));
}

/** The types of pg give `connection` to `Client` alone, but a client of a pool is one. */
const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream;
