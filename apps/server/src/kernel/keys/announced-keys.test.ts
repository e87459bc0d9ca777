import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceAbilities } from './open-keys.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

test('an ability is shared while every announcing process of the database has it', async () => {
  const one = await announceAbilities(fresh.url, [7, 8]);
  expect([await one.isShared(7), await one.isShared(9)]).toEqual([true, false]);
  const other = await announceAbilities(fresh.url, [2_147_483_647, 8]);
  expect([await one.isShared(7), await one.isShared(8)]).toEqual([false, true]);
  expect(await other.isShared(2_147_483_647)).toBe(false);
  const elsewhere = await createFreshDatabase();
  const foreign = await announceAbilities(elsewhere.url, [1]);
  expect(await one.isShared(8)).toBe(true);
  await foreign.close();
  await elsewhere.drop();
  await other.close();
  await expect.poll(() => one.isShared(7)).toBe(true);
  await one.close();
});

test('an announcement whose connection is lost is made again', async () => {
  const one = await announceAbilities(fresh.url, [7]);
  await fresh.asSuperuser(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7`,
  );
  await expect.poll(() => one.isShared(7).catch(() => false)).toBe(true);
  await one.close();
});
