import { type FaultProxy, startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FairPool, keptAlive, limitSilence, ReservingPool, withReserve } from './pool.ts';

let fresh: FreshDatabase;
let proxy: FaultProxy;
let connectionString: string;
beforeAll(async () => {
  fresh = await createFreshDatabase();
  const { hostname, port } = new URL(fresh.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  connectionString = throughProxy(fresh.url, proxy);
});
afterEach(() => proxy.set({ kind: 'pass' }));
afterAll(async () => {
  await proxy.close();
  await fresh.drop();
});

// LEA-11
test('a statement that a network swallows ends, and its connection is replaced', async () => {
  const pool = new FairPool({ connectionString, max: 1, ...keptAlive });
  limitSilence(pool, 300);
  await swallowStatement(await pool.connect());
  const { rows } = await pool.query('select 1 as answer');
  expect(rows).toEqual([{ answer: 1 }]);
  await pool.end();
});

// LEA-11
test('the same holds for a connection of the reserve', async () => {
  const pool = new ReservingPool({ connectionString, max: 1, ...keptAlive }, 1);
  limitSilence(pool, 300);
  const taken = await pool.connect();
  taken.on('error', () => undefined); // It is silent for as long.
  await swallowStatement(await withReserve(() => pool.connect()));
  taken.release(true);
  await pool.end();
});

async function swallowStatement(client: pg.PoolClient): Promise<void> {
  const lost: Error[] = [];
  client.on('error', (error) => lost.push(error));
  await client.query('select 1');
  proxy.set({ kind: 'black-hole' });
  await expect(client.query('select 2')).rejects.toThrow('Postgres was silent for 300 ms');
  expect(lost[0]).toMatchObject({ code: 'ETIMEDOUT' });
  proxy.set({ kind: 'cut' });
  proxy.set({ kind: 'pass' });
  client.release(lost[0]);
}
