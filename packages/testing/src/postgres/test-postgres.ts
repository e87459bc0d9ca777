import 'vitest';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Database, openDatabase } from '@ecp/database/database';
import { acquireLock } from '@ecp/database/embedded/acquire-lock';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { sharedServerFilesDir } from '@ecp/database/embedded/prepare-binaries';
import { stopServer } from '@ecp/database/embedded/stop-server';
import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import { prepareDatabase } from '@ecp/database/prepare-database';
import { makeQueueTables } from '@ecp/durable-work/make-queue-tables';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

/** A temporary Postgres. `close` stops it and deletes its files. */
export interface TestPostgres {
  /** Address of its database `app`, as superuser. */
  url: string;
  /** The same for the role as which services log in. */
  serviceUrl: string;
  /** A folder for files of services that use it, deleted with it. */
  filesDir: string;
  close(): Promise<void>;
}

/**
 * Nothing must survive a crash, so nothing waits for the disk. Parallel test files share the connections. Statistics
 * follow at once, because a plan made for an empty table would go on reading all rows of a filled one. Databases live for
 * seconds, so none is vacuumed.
 */
const settings = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  max_connections: '400',
  autovacuum_naptime: '20s',
  ...{ autovacuum_vacuum_threshold: '1000000000', autovacuum_vacuum_insert_threshold: '-1' },
};

/**
 * Starts a real Postgres in a temporary folder for one test run (architecture: real Postgres in tests). Also removes
 * what killed runs have left.
 * @throws EmbeddedPostgresError if it does not start.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeDeadTestPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), testPostgresPrefix));
  try {
    await chmod(dataDir, 0o711); // the server's user must be able to enter if the tests run as root
    const filesDir = join(dataDir, 'files');
    await mkdir(filesDir);
    const database = await openEmbeddedPostgres({ dataDir, settings, log: (line) => console.error(line) });
    const close = async (): Promise<void> => {
      await database.close();
      await removeTestFiles(dataDir);
    };
    return { url: database.url, serviceUrl: database.serviceUrl, filesDir, close };
  } catch (error) {
    await removeTestFiles(dataDir);
    throw error;
  }
}

export interface FreshDatabase {
  /** Its address for services, whose role is no superuser and owns no table of tenants. */
  url: string;
  /** Its address for the superuser. */
  adminUrl: string;
  database: Database;
  /** Runs SQL as the superuser without row-level security, to prove that a hidden row exists. */
  asSuperuser<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Clones the template database for a test file: real Postgres, all tables, no rows. */
export async function createFreshDatabase(): Promise<FreshDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnce(adminUrl, `create database ${name} template ${templateDatabase} strategy file_copy`);
  const url = withDatabaseName(inject('serviceUrl'), name);
  const database = openDatabase({ url });
  const superuser = openDatabase({ url: withDatabaseName(adminUrl, name), maxConnections: 4 });
  return {
    url,
    adminUrl: withDatabaseName(adminUrl, name),
    database,
    asSuperuser: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await superuser.pool.query<Row>(text, values)).rows,
    async drop() {
      await database.close();
      await superuser.close();
      await runOnce(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

export interface EmptyDatabase {
  /** Connects as its owner, who is no superuser, so that row-level security applies. */
  ownerUrl: string;
  /** A connection without row-level security. */
  superuser: pg.Client;
  drop(): Promise<void>;
}

/** Makes a database without tables that its owner may migrate. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await runOnce(adminUrl, `create role ${name} login password 'owner' createrole`);
  await runOnce(adminUrl, `grant ecp_tenant, ecp_system to ${name}`);
  await runOnce(adminUrl, `create database ${name} owner ${name}`);
  const superuser = new pg.Client({ connectionString: withDatabaseName(adminUrl, name) });
  await superuser.connect();
  const owner = new URL(withDatabaseName(adminUrl, name));
  Object.assign(owner, { username: name, password: 'owner' });
  return {
    ownerUrl: owner.href,
    superuser,
    async drop() {
      await superuser.end();
      await runOnce(adminUrl, `drop database ${name} with (force)`);
      await runOnce(adminUrl, `drop role ${name}`);
    },
  };
}

/** The superuser's connections of this worker, by address. Each new one costs Postgres a process. */
const superusers = new Map<string, pg.Pool>();

async function runOnce(url: string, text: string): Promise<void> {
  const pool = superusers.get(url) ?? openSuperuser(url);
  superusers.set(url, pool);
  await pool.query(text);
}

function openSuperuser(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  // An idle connection breaks when the server ends before this worker, which would then end with an error.
  return pool.on('error', () => undefined);
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the run's Postgres. Replace its database name. */
    postgresUrl: string;
    /** The same for the role as which services log in. */
    serviceUrl: string;
    /** A folder for the files of services under test, which is deleted at the end of the run. */
    filesDir: string;
  }
}

/** Name of the database with all tables that each test file clones. */
export const templateDatabase = 'ecp_template';

/** Returns the address of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: console.error, error: console.error };

/** Makes the schemas that a service finds at its second start: those of both services and of their durable queues. */
export async function prepareTemplate(url: string, ownerUrl: string): Promise<void> {
  await prepareDatabase(url, ownerUrl);
  for (const service of ['engine', 'platform'] as const) await makeQueueTables(url, service, log);
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder whose database has all tables and no rows. Copy it; no process may use it. */
    preparedDataDir: string;
  }
}

/**
 * Prepares one data folder for the test run, so that not every product under test makes its database and tables anew.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir, remove } = makeDataDir();
  try {
    const database = await openEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, log: console.error });
    await prepareTemplate(database.serviceUrl, database.url);
    await database.close();
    project.provide('preparedDataDir', dataDir);
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Prefix of the folders of temporary servers in the system's temporary folder. */
export const testPostgresPrefix = 'ecp-test-postgres-';

/**
 * Stops the servers and deletes the folders of killed test runs: those below `parentDir` whose lock is free. A folder
 * younger than `youngMs` stays, because its run may not have locked it yet.
 */
export async function removeDeadTestPostgres(parentDir: string = tmpdir(), youngMs = 30_000): Promise<void> {
  const names = await readdir(parentDir);
  for (const name of names.filter((entry) => entry.startsWith(testPostgresPrefix))) {
    const dataDir = join(parentDir, name);
    if (await isOwnAndOld(dataDir, youngMs)) await removeUnlocked(dataDir);
  }
}

/** Deletes the files of a temporary server that has ended, also if they were placed elsewhere. */
async function removeTestFiles(dataDir: string): Promise<void> {
  const clusterDir = await findPresentCluster(dataDir);
  if (clusterDir?.startsWith(`${sharedServerFilesDir}/`))
    await rm(dirname(clusterDir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function removeUnlocked(dataDir: string): Promise<void> {
  const lock = acquireLock(join(dataDir, 'postgres.lock'));
  if (lock === undefined) return;
  try {
    const clusterDir = await findPresentCluster(dataDir);
    if (clusterDir !== undefined) await stopServer(clusterDir);
    await removeTestFiles(dataDir);
  } finally {
    lock.release();
  }
}

async function isOwnAndOld(dataDir: string, youngMs: number): Promise<boolean> {
  return unlessMissing(async () => {
    const { uid, birthtimeMs } = await stat(dataDir);
    return uid === process.getuid?.() && Date.now() - birthtimeMs >= youngMs;
  }, false);
}

async function findPresentCluster(dataDir: string): Promise<string | undefined> {
  return unlessMissing<string | undefined>(() => realpath(join(dataDir, 'postgres')), undefined);
}

/** Returns `missing` if the folder is gone, because another run may remove it at the same time. */
async function unlessMissing<Value>(read: () => Promise<Value>, missing: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
    throw error;
  }
}
