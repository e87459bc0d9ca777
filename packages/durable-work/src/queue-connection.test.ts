import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openQueueConnection } from './queue-connection.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

function openPool(url = fresh.url) {
  const silent = () => undefined;
  const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  const closing = new AbortController().signal;
  return openQueueConnection({ service: 'platform', url, maxConnections: 2, log, closing }).pool;
}

test('losing a connection in use between two statements does not end the process; the next connection works', async () => {
  const pool = openPool();
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await fresh.asSuperuser('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a statement with parameters is parsed and planned once a connection', async () => {
  const pool = openPool();
  const text = 'select $1::integer + $2::integer as sum';
  const sums = [await pool.query(text, [1, 2]), await pool.query(text, [3, 4])];
  expect(sums.flatMap(({ rows }) => rows)).toEqual([{ sum: 3 }, { sum: 7 }]);
  const { rows } = await pool.query(
    'select (generic_plans + custom_plans)::integer as uses from pg_prepared_statements where statement = $1',
    [text],
  );
  expect(rows).toEqual([{ uses: 2 }]);
  await pool.end();
});

// LEA-6
test('a connection that is refused, and a role that has lost its rights, are outages that DBOS waits for', async () => {
  const pool = openPool();
  await fresh.asSuperuser('create role bare');
  await expect(pool.query('set role bare')).rejects.toMatchObject({ code: '08006' });
  await pool.end();
  await expect(pool.connect()).rejects.not.toHaveProperty('code');
  const wrong = openPool(Object.assign(new URL(fresh.url), { password: 'wrong' }).href);
  await expect(wrong.connect()).rejects.toMatchObject({ code: '08006', cause: { code: '28P01' } });
  await expect(wrong.query('select 1')).rejects.toMatchObject({ code: '08006' });
  await wrong.end();
});
