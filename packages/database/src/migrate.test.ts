import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createEmptyDatabase,
  createFreshDatabase,
  type FreshDatabase,
} from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, migrationsFolder, withMigrationLock } from './migrate.ts';

let fresh: FreshDatabase;
let place: string;
/** The migrations of this release, and those of a test. */
let folder: URL;
const released = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
beforeEach(async () => {
  fresh = await createFreshDatabase();
  place = await mkdtemp(join(tmpdir(), 'migrations-'));
  folder = pathToFileURL(`${place}/`);
  // The database of a test has those of the release.
  await cp(fileURLToPath(migrationsFolder), place, { recursive: true });
});
afterEach(async () => {
  await fresh.drop();
  await rm(place, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(place, name), text);
const readRecorded = () =>
  fresh.asSuperuser<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by 1',
  );

describe('an empty database', () => {
  // SET-23
  test('is made from schema.sql once, however many processes ask for it', async () => {
    const empty = await createEmptyDatabase();
    const made = await Promise.all([migrate(empty.ownerUrl), migrate(empty.ownerUrl)]);
    expect(made.flatMap(({ applied }) => applied)).toEqual(['schema.sql', ...released]);
    const { rows } = await empty.superuser.query(
      'select name, checksum from public.schema_migrations order by 1',
    );
    expect(rows).toEqual(await readRecorded());
    const checksum = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(rows).toEqual([...released, 'schema.sql'].map((name) => ({ name, checksum })));
    await empty.drop();
  });

  test('gets the migrations after schema.sql, in the order of their names', async () => {
    await write('9002_second.sql', 'alter table platform.firsts add column second text');
    await write('9001_first.sql', 'create table platform.firsts ()');
    const empty = await createEmptyDatabase();
    const { applied } = await migrate(empty.ownerUrl, {}, folder);
    expect(applied).toEqual(['schema.sql', ...released, '9001_first.sql', '9002_second.sql']);
    await empty.drop();
  });
});

// SET-23
test('applies each migration once and records it with its checksum', async () => {
  await write('9001_first.sql', 'create table platform.firsts ()');
  expect(await migrate(fresh.adminUrl, {}, folder)).toEqual({ applied: ['9001_first.sql'] });
  // A service without its owner cannot migrate, and need not.
  expect(await migrate(fresh.url, {}, folder)).toEqual({ applied: [] });
  expect(await readRecorded()).toEqual([
    ...released.map((name) => ({ name, checksum: expect.anything() })),
    { name: '9001_first.sql', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { name: 'schema.sql', checksum: expect.anything() },
  ]);
});

test('applies a migration as a whole or not at all, and keeps those before it', async () => {
  await write('9001_first.sql', 'create table platform.firsts ()');
  await write('9002_second.sql', 'create table platform.seconds (); select 1 / 0');
  const failing = migrate(fresh.adminUrl, {}, folder);
  await expect(failing).rejects.toThrow('Migration 9002_second.sql failed: division by zero');
  await write('9002_second.sql', 'create table platform.seconds ()');
  expect(await migrate(fresh.adminUrl, {}, folder)).toEqual({ applied: ['9002_second.sql'] });
});

test('refuses a database with an unknown migration', async () => {
  await fresh.asSuperuser(
    `insert into public.schema_migrations (name, checksum) values ('9999_of_tomorrow.sql', '')`,
  );
  await expect(migrate(fresh.url)).rejects.toThrow('newer release (9999_of_tomorrow.sql)');
});

// SET-23
test('refuses a database that has applied another text of a file', async () => {
  await write('9001_first.sql', 'create table platform.firsts ()');
  await migrate(fresh.adminUrl, {}, folder);
  await write('9001_first.sql', 'create table platform.firsts (id text)');
  await expect(migrate(fresh.adminUrl, {}, folder)).rejects.toThrow(
    'have changed since the database applied them (9001_first.sql)',
  );
});

// SET-23
test('refuses a database of a former release, whatever migrations it has', async () => {
  await fresh.asSuperuser(
    `update public.schema_migrations set checksum = 'of another text' where name = 'schema.sql'`,
  );
  await fresh.asSuperuser(
    `insert into public.schema_migrations (name, checksum) values ('0001_of_former_release.sql', '')`,
  );
  await expect(migrate(fresh.url)).rejects.toThrow('made from the schema.sql of another release');
});

describe('while another process migrates', () => {
  // SET-22
  test('says for whom it waits, and ends after the limit', async () => {
    await write('9001_first.sql', 'select');
    const told: unknown[] = [];
    const wait = { warn: (...line: unknown[]) => void told.push(line), limitMs: 1 };
    const waiting = withMigrationLock(fresh.adminUrl, () => migrate(fresh.adminUrl, wait, folder));
    await expect(waiting).rejects.toThrow(
      /^Another process has migrated the database for 0 s \(migration by process/,
    );
    const holder = expect.stringMatching(`^migration by process ${process.pid} on .`);
    expect(told[0]).toEqual([
      { holder, waitedMs: expect.any(Number) },
      'Waiting for another process that migrates the database',
    ]);
  });

  test('goes on when that process is done, and at once when there is nothing to migrate', async () => {
    expect(await withMigrationLock(fresh.adminUrl, () => migrate(fresh.url))).toEqual({
      applied: [],
    });
    await write('9001_first.sql', 'select');
    const told = Promise.withResolvers<void>();
    let migrated: Promise<unknown> | undefined;
    await withMigrationLock(fresh.adminUrl, async () => {
      migrated = migrate(fresh.adminUrl, { warn: () => told.resolve() }, folder);
      await Promise.race([told.promise, migrated]);
    });
    expect(await migrated).toEqual({ applied: ['9001_first.sql'] });
  });
});

describe('while a long transaction, such as a backup, uses its table', () => {
  const file = '9001_marks.sql';
  let backup: pg.Client;
  beforeEach(async () => {
    await write(file, 'alter table platform.deliverables add column marks json');
    backup = new pg.Client({ connectionString: fresh.adminUrl });
    await backup.connect();
    await backup.query('begin');
    await backup.query('select from platform.deliverables');
  });
  afterEach(() => backup.end());

  // SET-25
  test('a migration lets others use the table, and ends once the transaction is over', async () => {
    const told = Promise.withResolvers<unknown>();
    const migrated = migrate(
      fresh.adminUrl,
      { warn: (_details, message) => told.resolve(message) },
      folder,
    );
    expect(await Promise.race([told.promise, migrated])).toBe(
      `Migration ${file} waits for a transaction that uses its tables`,
    );
    // Between two tries nobody waits.
    expect(await fresh.asSuperuser('select from platform.deliverables')).toEqual([]);
    await backup.query('commit');
    expect(await migrated).toEqual({ applied: [file] });
  });

  // SET-25
  test('a migration fails after its limit and changes nothing', async () => {
    const given = migrate(fresh.adminUrl, { limitMs: 0 }, folder);
    await expect(given).rejects.toThrow(
      `Migration ${file} failed: canceling statement due to lock timeout`,
    );
    await backup.query('commit');
    expect(await migrate(fresh.adminUrl, {}, folder)).toEqual({ applied: [file] });
  });
});
