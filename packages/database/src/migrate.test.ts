import { readdir } from 'node:fs/promises';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { withMigrationLock } from './migration-lock.ts';

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

// SET-23
test('refuses a database that has applied another text of a migration', async () => {
  const [row] = await fresh.asSuperuser<{ name: string }>(
    `update public.schema_migrations set checksum = 'of another text' where name like '%\\_tenancy.sql' returning name`,
  );
  await expect(migrate(fresh.url)).rejects.toThrow(`have changed since the database applied them (${row?.name})`);
});

// SET-23
test('gives the rows of an older release their checksum once', async () => {
  const read = () =>
    fresh.asSuperuser<{ name: string; checksum: string }>('table public.schema_migrations order by name');
  const before = await read();
  await fresh.asSuperuser('alter table public.schema_migrations drop column checksum');
  // A service without its owner cannot, and need not.
  expect(await migrate(fresh.url)).toEqual({ applied: [] });
  expect(await migrate(fresh.adminUrl)).toEqual({ applied: [] });
  expect(await read()).toEqual(before);
  expect(before.every(({ checksum }) => /^[0-9a-f]{64}$/.test(checksum))).toBe(true);
});

describe('while another process migrates', () => {
  const forget = () => fresh.asSuperuser(`delete from public.schema_migrations where name like '%engine_has_run.sql'`);

  // SET-22
  test('says for whom it waits, and ends after the limit', async () => {
    await forget();
    const told: unknown[] = [];
    const wait = { warn: (...line: unknown[]) => void told.push(line), limitMs: 1 };
    const waiting = withMigrationLock(fresh.adminUrl, () => migrate(fresh.adminUrl, wait));
    await expect(waiting).rejects.toThrow(/^Another process has migrated the database for 0 s \(migration by process/);
    const holder = expect.stringMatching(`^migration by process ${process.pid} on .`);
    expect(told[0]).toEqual([
      { holder, waitedMs: expect.any(Number) },
      'Waiting for another process that migrates the database',
    ]);
  });

  test('goes on when that process is done, and at once when there is nothing to migrate', async () => {
    expect(await withMigrationLock(fresh.adminUrl, () => migrate(fresh.url))).toEqual({ applied: [] });
    await forget();
    await fresh.asSuperuser('drop function engine.has_run');
    const told = Promise.withResolvers<void>();
    let migrated: Promise<unknown> | undefined;
    await withMigrationLock(fresh.adminUrl, async () => {
      migrated = migrate(fresh.adminUrl, { warn: () => told.resolve() });
      await told.promise;
    });
    expect(await migrated).toEqual({ applied: [expect.stringMatching('engine_has_run')] });
  });
});

describe('while a long transaction, such as a backup, uses its table', () => {
  const file = '0061_objections.sql';
  let backup: pg.Client;
  beforeEach(async () => {
    await fresh.asSuperuser('delete from public.schema_migrations where name = $1', [file]);
    await fresh.asSuperuser('alter table platform.deliverables drop column objections');
    backup = new pg.Client({ connectionString: fresh.adminUrl });
    await backup.connect();
    await backup.query('begin');
    await backup.query('select from platform.deliverables');
  });
  afterEach(() => backup.end());

  // SET-25
  test('a migration lets others use the table, and ends once the transaction is over', async () => {
    const told = Promise.withResolvers<unknown>();
    const migrated = migrate(fresh.adminUrl, { warn: (_details, message) => told.resolve(message) });
    expect(await told.promise).toBe(`Migration ${file} waits for a transaction that uses its tables`);
    // Between two tries nobody waits.
    expect(await fresh.asSuperuser('select from platform.deliverables')).toEqual([]);
    await backup.query('commit');
    expect(await migrated).toEqual({ applied: [file] });
  });

  // SET-25
  test('a migration fails after its limit and changes nothing', async () => {
    const given = migrate(fresh.adminUrl, { limitMs: 0 });
    await expect(given).rejects.toThrow(`Migration ${file} failed: canceling statement due to lock timeout`);
    await backup.query('commit');
    expect(await migrate(fresh.adminUrl)).toEqual({ applied: [file] });
  });
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
