import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedPostgresError } from './command.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './open-embedded-postgres.ts';
import { findServerProcesses } from './postmaster.ts';
import {
  makeDataDir,
  query,
  type TemporaryDataDir,
  waitUntilRunning,
} from './testing/embedded-fixtures.ts';

const settings = { fsync: 'off' };

/** One data folder goes through its life: most tests depend on the previous ones. */
describe('openEmbeddedPostgres', () => {
  const place: TemporaryDataDir = makeDataDir();
  const opened: EmbeddedPostgres[] = [];
  const lines: string[] = [];
  let first: EmbeddedPostgres;
  let second: EmbeddedPostgres;
  const log = (line: string): void => {
    lines.push(line);
  };
  afterAll(async () => {
    for (const database of opened) await database.close();
    await place.remove();
  });

  async function open(more: Record<string, string> = {}): Promise<EmbeddedPostgres> {
    const database = await openEmbeddedPostgres({
      dataDir: place.dataDir,
      log,
      settings: { ...settings, ...more },
    });
    opened.push(database);
    return database;
  }
  const clusterDir = (): string => join(place.dataDir, 'postgres');

  it('removes the leftovers of a killed initdb and moves an incomplete data directory aside', async () => {
    mkdirSync(join(place.dataDir, 'postgres.init-0123456789ab', 'data', 'base'), {
      recursive: true,
    });
    mkdirSync(join(clusterDir(), 'base'), { recursive: true });
    writeFileSync(join(clusterDir(), 'PG_VERSION'), '18\n');
    first = await open();
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const names = readdirSync(place.dataDir);
    expect(names.filter((name) => name.startsWith('postgres.init-'))).toEqual([]);
    expect(names.filter((name) => name.startsWith('postgres.incomplete-'))).toHaveLength(1);
    expect(lines.join('\n')).toContain('was not a complete database');
  });

  // SET-4
  it('makes a Postgres 18 with the database app, on loopback only, with checksums and C.UTF-8', async () => {
    expect(first.owned).toBe(true);
    expect(new URL(first.url)).toMatchObject({
      hostname: '127.0.0.1',
      pathname: '/app',
      username: 'postgres',
    });
    const [row] = await query(
      first.url,
      `select current_database() as name, current_setting('server_version_num')::int / 10000 as major,
        current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as sockets, current_setting('max_connections') as connections,
        current_setting('password_encryption') as encryption, current_setting('synchronous_commit') as commit,
        datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
       from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      name: 'app',
      major: 18,
      checksums: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      connections: '200',
      encryption: 'scram-sha-256',
      commit: 'on',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
    });
  });

  it('refuses a wrong password and lets only their owner read the secret files', async () => {
    const wrong = new URL(first.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    for (const path of [
      join(clusterDir(), 'superuser-password'),
      join(place.dataDir, 'postgres.url'),
    ]) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });

  it('runs Postgres in its own session, which the Ctrl-C of a terminal does not reach', () => {
    const postmasterPid = Number(
      readFileSync(join(clusterDir(), 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    if (process.platform === 'linux') {
      const fields = readFileSync(`/proc/${postmasterPid}/stat`, 'utf8').split(') ')[1]?.split(' ');
      expect(fields?.[3]).toBe(String(postmasterPid)); // the session id is its own
    }
    expect(() => process.kill(-postmasterPid, 0)).not.toThrow(); // it leads a process group
  });

  it('closes fast although clients are connected, and leaves no process and no address behind', async () => {
    await query(first.url, 'create table note as select 7 as n');
    const hanging = query(first.url, 'select pg_sleep(60)').catch((error: Error) => error.message);
    await waitUntilRunning(first.url, 'pg_sleep(60)');
    await Promise.all([first.close(), first.close()]);
    expect(await hanging).toMatch(/terminat|closed|ECONNRE/i);
    expect(await findServerProcesses(clusterDir())).toEqual([]);
    expect(existsSync(join(place.dataDir, 'postgres.url'))).toBe(false);
  });

  it('reports a data directory of another major version in one line', async () => {
    writeFileSync(join(clusterDir(), 'PG_VERSION'), '14\n');
    await expect(open()).rejects.toThrow(/is of Postgres 14, this is Postgres 18/);
    writeFileSync(join(clusterDir(), 'PG_VERSION'), '18\n');
  });

  it('gives the reason from the log when Postgres does not start', async () => {
    const failure = await open({ max_wal_size: 'nonsense' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmbeddedPostgresError);
    expect((failure as Error).message).toMatch(
      /^Postgres did not start: invalid value for parameter "max_wal_size"/,
    );
    expect((failure as Error).message).not.toContain('\n');
  });

  // SET-4, LEA-13
  it('keeps the data when it is opened again, after failures and with a folder that was opened to others', async () => {
    chmodSync(clusterDir(), 0o755); // Postgres would refuse it
    second = await open();
    expect(second.owned).toBe(true); // the failures have released the lock
    expect(await query(second.url, 'select n from note')).toEqual([{ n: 7 }]);
    // An engine that outlives its platform logs in to the next one's database (LEA-13).
    expect(new URL(second.serviceUrl).password).toBe(new URL(first.serviceUrl).password);
  });

  // SET-17, SET-18
  it('gives services a role without rights, also in a data folder that has lost it', async () => {
    await query(second.url, 'drop role ecp_service');
    await second.close();
    const database = await open();
    const [login] = await query(
      database.serviceUrl,
      `select current_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty
        from pg_roles where rolname = current_user`,
    );
    expect(login).toEqual({ name: 'ecp_service', mighty: false });
    await expect(query(database.serviceUrl, 'select from note')).rejects.toThrow(
      'permission denied',
    );
    for (const name of ['postgres.url', 'postgres-service.url']) {
      expect(statSync(join(place.dataDir, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('reports a data folder that cannot be created in one clear line', async () => {
    writeFileSync(join(place.dataDir, '..', 'file'), '');
    const dataDir = join(place.dataDir, '..', 'file', 'data');
    await expect(openEmbeddedPostgres({ dataDir, log })).rejects.toThrow(EmbeddedPostgresError);
  });
});
