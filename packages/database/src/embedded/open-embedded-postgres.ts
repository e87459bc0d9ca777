import { createHmac } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { locateBinaries, prepareBinaries } from './binaries.ts';
import {
  findClusterDir,
  initializeCluster,
  prepareClusterDir,
  readSuperuserPassword,
} from './cluster.ts';
import { EmbeddedPostgresError, toEmbeddedPostgresError } from './command.ts';
import {
  type ConnectionFiles,
  readConnectionFiles,
  removeConnectionFiles,
  writeConnectionFiles,
} from './connection-file.ts';
import { readPostmasterFile } from './postmaster.ts';
import { keepLogSmall, pause, stopServer, superviseServer } from './server.ts';

export interface EmbeddedPostgres {
  /**
   * Connection string of the database `app` as superuser, on 127.0.0.1: for migrations, and for
   * people.
   */
  url: string;
  /** The same as the role of the services, see `ensureServiceRole`. */
  serviceUrl: string;
  /** True when this process started the server, or took it over, and stops it. */
  readonly owned: boolean;
  /**
   * Withdraws the address of an owned server: who starts from now on waits for its end instead of
   * joining it.
   */
  withdraw(): void;
  /** Stops the server if it is owned. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Options of openEmbeddedPostgres. `settings` override the default Postgres settings (tests: `{
 * fsync: 'off' }`).
 */
interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
}

const joinLimitMs = 330_000;
/** Pause of a process that joined between its looks whether the owner has ended. */
const succeedIntervalMs = 200;

/** Starts the Postgres of `dataDir`, or joins a living process's. Throws EmbeddedPostgresError. */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    await mkdir(resolve(options.dataDir), { recursive: true });
    const dataDir = await realpath(options.dataDir);
    return await ownOrJoin({ ...options, dataDir });
  } catch (error) {
    throw toEmbeddedPostgresError(error, options.dataDir);
  }
}

const lockPath = (dir: string) => join(dir, 'postgres.lock');

/**
 * The process with the lock starts the server. Others wait for its address, or for the lock if the
 * owner fails.
 */
async function ownOrJoin(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const startedAt = performance.now();
  let lastFailure: unknown;
  while (performance.now() - startedAt < joinLimitMs) {
    const lock = acquireLock(lockPath(options.dataDir));
    if (lock !== undefined) return await own(options, lock);
    const urls = await readConnectionFiles(options.dataDir);
    if (urls !== undefined) {
      try {
        await checkDatabase(urls.url);
        await checkDatabase(urls.serviceUrl);
        return joinOwner(options, urls);
      } catch (error) {
        lastFailure = error; // its owner is restarting or stopping it
      }
    }
    await wait(10);
  }
  const advice = 'end that process, or set DATABASE_URL';
  throw new EmbeddedPostgresError(
    `Another process holds the database in ${options.dataDir}, but it does not answer: ${advice}`,
    { cause: lastFailure },
  );
}

/**
 * Uses the server of another process, and starts it again at the same address when that process
 * ends.
 */
function joinOwner(options: EmbeddedPostgresOptions, urls: ConnectionFiles): EmbeddedPostgres {
  const closing = new AbortController();
  const formerPort = Number(new URL(urls.url).port);
  let successor: EmbeddedPostgres | undefined;
  const succeeding = succeed();
  return {
    ...urls,
    get owned() {
      return successor !== undefined;
    },
    withdraw: () => successor?.withdraw(),
    async close() {
      closing.abort();
      await succeeding;
      await successor?.close();
    },
  };

  async function succeed(): Promise<void> {
    while (successor === undefined && (await pause(succeedIntervalMs, closing.signal))) {
      try {
        const lock = acquireLock(lockPath(options.dataDir));
        if (lock === undefined) continue;
        options.log('The process that ran Postgres has ended: this one runs it from now on');
        successor = await own(options, lock, formerPort);
        if (successor.url !== urls.url)
          options.log('Postgres has another address now: start this program again');
      } catch (error) {
        options.log(toEmbeddedPostgresError(error, options.dataDir).message);
      }
    }
  }
}

async function own(
  options: EmbeddedPostgresOptions,
  lock: ProcessLock,
  formerPort?: number,
): Promise<EmbeddedPostgres> {
  const locks = [lock];
  const releaseLocks = (): void => {
    for (const held of locks.splice(0)) held.release();
  };
  try {
    removeConnectionFiles(options.dataDir);
    return await start(options, locks, releaseLocks, formerPort);
  } catch (error) {
    releaseLocks();
    throw error;
  }
}

async function start(
  options: EmbeddedPostgresOptions,
  locks: ProcessLock[],
  releaseLocks: () => void,
  formerPort: number | undefined,
): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options;
  const foundDir = await findClusterDir(dataDir);
  lockOutsidePlace(dataDir, foundDir, locks);
  const previousPort = formerPort ?? (await readPostmasterFile(foundDir))?.port;
  if ((await stopServer(foundDir)) > 0) log('Stopped a Postgres that had outlived its program');

  const place = await prepareClusterDir(dataDir, foundDir, log);
  if (place.clusterDir !== foundDir) lockOutsidePlace(dataDir, place.clusterDir, locks);
  const binaries = await locateBinaries();
  const binDir = await prepareBinaries(binaries, place.user, log);
  const durable = settings['fsync'] !== 'off';
  await initializeCluster(place, { binDir, majorVersion: binaries.majorVersion, durable, log });
  const password = await readSuperuserPassword(place.clusterDir);

  const logPath = join(dataDir, 'postgres.log');
  const server = await superviseServer({ ...place, binDir, logPath, settings, log }, previousPort);
  const stopKeepingLog = keepLogSmall(logPath, log);
  const close = async (): Promise<void> => {
    stopKeepingLog();
    removeConnectionFiles(dataDir);
    await server.stop();
    releaseLocks();
  };
  try {
    const url = await ensureDatabase(server.port, password, 'app');
    const serviceUrl = await ensureServiceRole(url);
    await writeConnectionFiles(dataDir, { url, serviceUrl });
    let closing: Promise<void> | undefined;
    const withdraw = () => removeConnectionFiles(dataDir);
    return { url, serviceUrl, owned: true, withdraw, close: () => (closing ??= close()) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Takes a second lock beside the data. A copied checkout links to the original's data but has its
 * own first lock.
 */
function lockOutsidePlace(dataDir: string, clusterDir: string, locks: ProcessLock[]): void {
  if (dirname(clusterDir) === dataDir) return;
  const lock = acquireLock(lockPath(dirname(clusterDir)));
  if (lock === undefined) {
    const advice = `is ${dataDir} a copy? Remove ${join(dataDir, 'postgres')} there to start with an empty database`;
    throw new EmbeddedPostgresError(
      `The database ${clusterDir} is in use by another checkout: ${advice}`,
    );
  }
  locks.push(lock);
}

/** A held lock. `release` frees it, and so does any end of the process. */
interface ProcessLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Locks a file for this process; undefined if it is held. SQLite's exclusive transaction is the
 * only kernel file lock that Node ships, so no stale lock remains. Throws EmbeddedPostgresError.
 */
export function acquireLock(path: string): ProcessLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const held = new DatabaseSync(path, { timeout: 0 });
    database = held;
    held.exec('BEGIN EXCLUSIVE');
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'it may belong to another user, or the disk may be full or read-only';
    throw new EmbeddedPostgresError(`Cannot lock ${path} (${reason}): ${advice}`, { cause: error });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

const limitMs = 30_000;

/**
 * Creates the database `name` on the embedded server if it is missing. Returns its connection
 * string.
 */
export async function ensureDatabase(
  port: number,
  password: string,
  name: string,
): Promise<string> {
  const url = (database: string): string =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  await withConnection(url('postgres'), async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  });
  return url(name);
}

/**
 * Connects to `url` and runs a query. SCRAM authenticates both sides, so an answer proves that it
 * is our server.
 */
async function checkDatabase(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query('select 1');
  });
}

async function withConnection(
  url: string,
  use: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  try {
    await client.connect();
    await use(client);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await client.end();
  }
}

/** The role as which services log in to the embedded database. */
export const serviceRole = 'ecp_service';

/**
 * Creates the services' role with its password and returns its address. The password follows from
 * the owner's, so that an engine that outlives its platform can log in; prepareLoginRole grants the
 * rights.
 */
export async function ensureServiceRole(ownerUrl: string): Promise<string> {
  const password = createHmac('sha256', new URL(ownerUrl).password)
    .update(serviceRole)
    .digest('base64url');
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 30_000,
    query_timeout: 30_000,
  });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [
      serviceRole,
    ]);
    const rights = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit password '${password}'`;
    await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${serviceRole} ${rights}`);
  } finally {
    await client.end();
  }
  const url = new URL(ownerUrl);
  Object.assign(url, { username: serviceRole, password });
  return url.href;
}
