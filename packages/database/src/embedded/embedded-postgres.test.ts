import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { DataDirInUseError, findServer, openEmbeddedPostgres } from './embedded-postgres.ts';
import { makeDataDir } from './testing/data-dir.ts';

// As root the folder is closed to the server's user, as a checkout below /root is.
const isRoot = process.getuid?.() === 0;
const place = makeDataDir(isRoot ? 0o700 : 0o711);
const { dataDir } = place;
const clusterDir = () =>
  execFileSync('realpath', [join(dataDir, 'postgres')])
    .toString()
    .trim();
const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const open = (settings = {}) =>
  openEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off', ...settings } });
afterAll(() => place.remove());

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the interrupted statement rejects
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

// Each test goes on with the data folder of the one before it.

// SET-1, SET-4
it('makes the database at the first start, which only its owner can open and read the address of', async () => {
  const database = await open();
  expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(isRoot);
  expect(statSync(join(dataDir, 'postgres.url')).mode & 0o777).toBe(0o600);
  const [row] = await query(
    database.url,
    `select current_database() as name, current_setting('server_version_num')::int / 10000 as major,
      current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums,
      datlocale as locale, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  );
  const expected = { name: 'app', major: 18, addresses: '127.0.0.1', checksums: 'on' };
  expect(row).toEqual({ ...expected, locale: 'C.UTF-8', encoding: 'UTF8' });
  const wrong = Object.assign(new URL(database.url), { password: 'wrong' });
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  await query(database.url, 'create table note as select 7 as n');
  await database.close();
});

it('stops although a client is busy, and leaves no process and no address', async () => {
  const { url, close } = await open();
  const busy = query(url, 'select pg_sleep(600)').catch(String);
  const running = `select from pg_stat_activity where query = 'select pg_sleep(600)'`;
  await pollUntil(
    () => query(url, running),
    ({ length }) => length > 0,
  );
  await Promise.all([close(), close()]);
  expect(await busy).toMatch(/terminat|closed|ECONNRE/i);
  expect(await findServer(clusterDir())).toBeUndefined();
  expect(existsSync(join(dataDir, 'postgres.url'))).toBe(false);
});

// SET-17, SET-18
it('gives services a role without rights, also where it was lost, and the same password', async () => {
  const first = await open();
  await query(first.url, 'drop role ecp_service');
  await first.close();
  const second = await open();
  const [login] = await query(
    second.serviceUrl,
    `select current_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty
      from pg_roles where rolname = current_user`,
  );
  expect(login).toEqual({ name: 'ecp_service', mighty: false });
  await expect(query(second.serviceUrl, 'select from note')).rejects.toThrow('permission denied');
  // LEA-13: an engine that outlives its platform logs in to the next one's database.
  expect(new URL(second.serviceUrl).password).toBe(new URL(first.serviceUrl).password);
  await second.close();
});

it('refuses in one sentence a folder that is in use, also by a copy of it', async () => {
  const first = await open();
  await expect(open()).rejects.toThrow(DataDirInUseError);
  await expect(open()).rejects.toThrow(
    /^The database in .* is in use by another process: end that/,
  );
  if (isRoot) {
    const copy = makeDataDir();
    cpSync(dataDir, copy.dataDir, { recursive: true, verbatimSymlinks: true });
    const opening = openEmbeddedPostgres({ dataDir: copy.dataDir, log });
    await expect(opening).rejects.toThrow(DataDirInUseError);
    execFileSync('rm', ['-r', copy.dataDir]);
  }
  expect(await query(first.url, 'select n from note')).toEqual([{ n: 7 }]);
  await first.close();
});

it('says in one sentence what else is wrong, and lets the folder go', async () => {
  const versionFile = join(clusterDir(), 'PG_VERSION');
  writeFileSync(versionFile, '14\n');
  await expect(open()).rejects.toThrow(/initialized by PostgreSQL version 14, .* version 18/);
  writeFileSync(versionFile, '18\n');
  const failure = await open({ max_wal_size: 'nonsense' }).catch(String);
  expect(failure).toMatch(
    /Postgres did not start: invalid value for parameter "max_wal_size"[^\n]*$/,
  );
  const opening = openEmbeddedPostgres({ dataDir: join(versionFile, 'data'), log });
  await expect(opening).rejects.toThrow(/^The embedded database in .* cannot be used: ENOTDIR/);
  const without = makeDataDir();
  mkdirSync(without.dataDir);
  symlinkSync('/nowhere', join(without.dataDir, 'postgres'));
  const lost = openEmbeddedPostgres({ dataDir: without.dataDir, log });
  await expect(lost).rejects.toThrow(/^The embedded database in .* cannot be used: ENOENT/);
  expect(existsSync(join(without.dataDir, 'postgres'))).toBe(false);
  rmSync(dirname(without.dataDir), { recursive: true });
  await (await open()).close();
});

it('goes on with all data, at its port, after kill -9 of the program', async () => {
  const script = fileURLToPath(new URL('testing/hold-data-dir.ts', import.meta.url));
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const holder = spawn(process.execPath, [script, dataDir], { stdio: [...stdio] });
  const [printed] = await once(holder.stdout ?? holder, 'data');
  const url = String(printed).trim();
  await query(url, 'insert into note values (8)');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const orphan = await findServer(clusterDir());
  expect(orphan).toBeGreaterThan(0);
  const database = await open();
  expect(database.url).toBe(url);
  expect(await findServer(clusterDir())).not.toBe(orphan);
  expect(await query(url, 'select n from note')).toEqual([{ n: 7 }, { n: 8 }]);
  await database.close();
});

// LEA-6
it('starts a killed server again at the same address', async () => {
  const { url, close } = await open();
  process.kill((await findServer(clusterDir())) ?? Number.NaN, 'SIGKILL');
  const readNotes = async () => {
    const rows = query(url, 'select n from note');
    return await rows.catch(() => []);
  };
  const rows = await pollUntil(readNotes, ({ length }) => length > 0);
  expect(rows).toEqual([{ n: 7 }, { n: 8 }]);
  await close();
  expect(await findServer(clusterDir())).toBeUndefined();
});

it('leaves a program alone that has the process id of a killed server', async () => {
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
  const stale = `${stranger.pid}\n${clusterDir()}\n1700000000\n5432\n\n127.0.0.1\n  1234567 0\nready\n`;
  writeFileSync(join(clusterDir(), 'postmaster.pid'), stale);
  await (await open()).close();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  stranger.kill();
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('FATAL:  lock file');
});
