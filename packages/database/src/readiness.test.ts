import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { openReadinessCheck } from './readiness.ts';

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await createFreshDatabase();
});
afterEach(() => fresh.drop());

/** Asks as a process does that starts now. */
async function readAnew({ url = fresh.url, held = true } = {}) {
  const database = openDatabase({ url });
  const { ready, ...parts } = await openReadinessCheck(database.pool, () => held).read();
  await database.close();
  const missing = Object.entries(parts).filter(([, isThere]) => !isThere);
  return { ready, missing: missing.map(([name]) => name) };
}

// HEA-6
test('a process is ready unless a part is missing, and says which', async () => {
  expect(await readAnew()).toEqual({ ready: true, missing: [] });
  expect(await readAnew({ held: false })).toEqual({ ready: false, missing: ['lease'] });
  const [name] = await fresh.asSuperuser<{ name: string }>('select current_database() as name');
  await fresh.asSuperuser(`alter database ${name?.name} set default_transaction_read_only = on`);
  expect(await readAnew()).toEqual({ ready: false, missing: ['database'] });
  await fresh.asSuperuser(`alter database ${name?.name} reset default_transaction_read_only`);
  await fresh.asSuperuser(`delete from public.schema_migrations`);
  expect(await readAnew()).toEqual({ ready: false, missing: ['migrations'] });
  const away = 'postgres://nobody:password@127.0.0.1:1/nothing';
  expect(await readAnew({ url: away })).toEqual({
    ready: false,
    missing: ['database', 'migrations'],
  });
});

// HEA-6
test('a database that does not answer makes a process unready within a second, by one question for all', async () => {
  const database = openDatabase({ url: fresh.url, maxConnections: 1 });
  const check = openReadinessCheck(database.pool, () => true);
  await database.withSystem(async () => {
    const answers = await Promise.all([check.read(), check.read(), check.read()]);
    expect(answers.map(({ ready }) => ready)).toEqual([false, false, false]);
    expect(database.pool.waitingCount).toBe(1);
  });
  await database.close();
});
