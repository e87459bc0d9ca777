import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openQueueConnection } from './queue-connection.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

test('losing a connection in use between two statements does not end the process; the next connection works', async () => {
  const closing = new AbortController();
  const silent = () => undefined;
  const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  const { pool } = openQueueConnection({
    service: 'platform',
    url: fresh.url,
    maxConnections: 2,
    log,
    closing: closing.signal,
  });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await fresh.asSuperuser('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
