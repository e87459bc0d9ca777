import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { acquireLock, type ProcessLock } from './acquire-lock.ts';
import {
  type ConnectionFiles,
  readConnectionFiles,
  removeConnectionFiles,
  writeConnectionFiles,
} from './connection-file.ts';
import { EmbeddedPostgresError, toEmbeddedPostgresError } from './embedded-postgres-error.ts';
import { checkDatabase, ensureDatabase } from './ensure-database.ts';
import { ensureServiceRole } from './ensure-service-role.ts';
import { initializeCluster, readSuperuserPassword } from './initialize-cluster.ts';
import { locateBinaries } from './locate-binaries.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { prepareBinaries } from './prepare-binaries.ts';
import { findClusterDir, prepareClusterDir } from './prepare-cluster-dir.ts';
import { keepLogSmall } from './server-log.ts';
import { stopServer } from './stop-server.ts';
import { pause, superviseServer } from './supervise-server.ts';

/** A running embedded Postgres. */
export interface EmbeddedPostgres {
  /** Connection string of the database `app` as superuser, on 127.0.0.1: for migrations, and for people. */
  url: string;
  /** The same as the role of the services, see `ensureServiceRole`. */
  serviceUrl: string;
  /** True when this process started the server, or took it over, and stops it. */
  readonly owned: boolean;
  /** Withdraws the address of an owned server: who starts from now on waits for its end instead of joining it. */
  withdraw(): void;
  /** Stops the server if it is owned. May be called more than once. */
  close(): Promise<void>;
}

/** Options of openEmbeddedPostgres. `settings` override the default Postgres settings (tests: `{ fsync: 'off' }`). */
export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
}

const joinLimitMs = 330_000;
/** Pause of a process that joined between its looks whether the owner has ended. */
const succeedIntervalMs = 200;

/**
 * Opens the Postgres of `dataDir`: starts it, or joins the one that a living process
 * has started. First removes what a killed process left behind, including its server.
 * @throws EmbeddedPostgresError with one line for the user, for any failure.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    await mkdir(resolve(options.dataDir), { recursive: true });
    const dataDir = await realpath(options.dataDir);
    return await ownOrJoin({ ...options, dataDir });
  } catch (error) {
    throw toEmbeddedPostgresError(error, options.dataDir);
  }
}

const lockPath = (dir: string) => join(dir, 'postgres.lock');

/** The process with the lock starts the server. Others wait for its address, or for the lock if the owner fails. */
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

/** Uses the server of another process, and starts it again at the same address when that process ends. */
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
        if (successor.url !== urls.url) options.log('Postgres has another address now: start this program again');
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

/** Takes a second lock beside the data. A copied checkout links to the original's data but has its own first lock. */
function lockOutsidePlace(dataDir: string, clusterDir: string, locks: ProcessLock[]): void {
  if (dirname(clusterDir) === dataDir) return;
  const lock = acquireLock(lockPath(dirname(clusterDir)));
  if (lock === undefined) {
    const advice = `is ${dataDir} a copy? Remove ${join(dataDir, 'postgres')} there to start with an empty database`;
    throw new EmbeddedPostgresError(`The database ${clusterDir} is in use by another checkout: ${advice}`);
  }
  locks.push(lock);
}
