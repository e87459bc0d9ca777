import { readdir } from 'node:fs/promises';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await createFreshDatabase();
});
afterEach(() => fresh.drop());

test('no two migrations share a number or a name', async () => {
  const files = (await readdir(new URL('../migrations/', import.meta.url))).sort();
  const numbers = files.map((file) => Number(/^(\d{4})_[a-z0-9_]+(?:\.concurrent)?\.sql$/.exec(file)?.[1]));
  expect(numbers.every((number) => number > 0)).toBe(true);
  expect(new Set(numbers).size).toBe(files.length);
  expect(new Set(files.map((file) => file.slice(5))).size).toBe(files.length);
});

test('a database with the same migrations under other numbers is up to date', async () => {
  await fresh.asSuperuser(`update public.schema_migrations set name = '0011' || substr(name, 5) where name > '0011'`);
  expect(await migrate(fresh.url)).toEqual({ applied: [] });
});

test('refuses a database with an unknown migration', async () => {
  await fresh.asSuperuser(`insert into public.schema_migrations (name) values ('9999_of_tomorrow.sql')`);
  await expect(migrate(fresh.url)).rejects.toThrow('newer release (9999_of_tomorrow.sql)');
});

// SVC-7
test('indexes are made beside a transaction that writes and a second start, and anew after a crash', async () => {
  const file = '0080_growth_indexes.concurrent.sql';
  await fresh.asSuperuser('delete from public.schema_migrations where name = $1', [file]);
  await fresh.asSuperuser(
    `update pg_index set indisvalid = false where indexrelid = 'platform.engagements_status'::regclass`,
  );
  const started = await Promise.all([migrate(fresh.adminUrl), migrate(fresh.adminUrl)]);
  expect(started.flatMap(({ applied }) => applied)).toEqual([file]);
  expect(await fresh.asSuperuser('select from pg_index where not indisvalid')).toEqual([]);
});
