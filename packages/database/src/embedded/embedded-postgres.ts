import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { choosePort } from '../choose-port.ts';
import { serviceRole, serviceUrlOf, writeConnectionFile } from './connection-file.ts';
import {
  childEnvironment,
  EmbeddedPostgresError,
  prepareServerFiles,
  reasonIn,
  type ServerFiles,
} from './server-files.ts';

export interface EmbeddedPostgres {
  /** Address of the database `app` as superuser, on 127.0.0.1: for migrations, and for people. */
  url: string;
  /** The same as the role of the services. */
  serviceUrl: string;
  /** Stops the server. May be called more than once. */
  close(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  /** Override the default settings of Postgres. */
  settings?: Record<string, string>;
  /**
   * The default is a free port, or the port of the last start if its program ended without
   * stopping the server.
   */
  port?: number;
}

/** Another process has the database of a data folder open. */
export class DataDirInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataDirInUseError';
}

/**
 * Starts the Postgres of `dataDir`, which only one process may do at a time; at the first use makes
 * its data. Throws EmbeddedPostgresError.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const locks: DatabaseSync[] = [];
  const release = () => {
    for (const lock of locks.splice(0)) lock.close();
  };
  try {
    await mkdir(resolve(options.dataDir), { recursive: true });
    const dataDir = await realpath(options.dataDir);
    locks.push(lockDir(dataDir));
    const files = await prepareServerFiles(dataDir);
    // A copy of a checkout has the link to the original's data.
    const place = dirname(files.clusterDir);
    if (place !== dataDir) locks.push(lockDir(place));
    return await startServer({ ...options, dataDir }, files, release);
  } catch (error) {
    release();
    if (error instanceof EmbeddedPostgresError) throw error;
    const message = `The embedded database in ${options.dataDir} cannot be used: ${(error as Error).message}`;
    throw new EmbeddedPostgresError(message, { cause: error });
  }
}

const sqliteBusy = 5;

/**
 * Locks a folder until `close` or the end of the process. Node ships no other lock of the kernel
 * than SQLite's exclusive transaction. Throws DataDirInUseError.
 */
export function lockDir(dir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dir, 'postgres.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new DataDirInUseError(
      `The database in ${dir} is in use by another process: end that one, or set DATA_DIR or DATABASE_URL`,
    );
  }
}

async function startServer(
  { dataDir, log, settings, port: wantedPort }: EmbeddedPostgresOptions,
  files: ServerFiles,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const formerPort = await endFormerServer(files.clusterDir, log);
  const logPath = join(dataDir, 'postgres.log');
  await rename(logPath, `${logPath}.1`).catch(() => undefined); // there is none at the first start
  const port = await choosePort(wantedPort ?? formerPort);
  const serverSettings = { ...settings, port: String(port) };
  let server = await startPostmaster(files, logPath, serverSettings);
  let closing = false;
  const interrupt = () => server.kill('SIGINT'); // a fast shutdown
  process.once('exit', interrupt);
  const supervising = supervise();
  const close = async () => {
    closing = true;
    interrupt();
    server.ref();
    const limit = setTimeout(() => server.kill('SIGQUIT'), shutdownLimitMs);
    await supervising;
    clearTimeout(limit);
    process.off('exit', interrupt);
    await rm(join(dataDir, 'postgres.url'), { force: true });
    release();
  };
  try {
    const password = (await readFile(join(files.clusterDir, 'superuser-password'), 'utf8')).trim();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/app`;
    await prepareDatabases(url);
    await writeConnectionFile(dataDir, url);
    let closed: Promise<void> | undefined;
    return { url, serviceUrl: serviceUrlOf(url), close: () => (closed ??= close()) };
  } catch (error) {
    await close();
    throw error;
  }

  /** Starts a killed server again on its port, until `close`. */
  async function supervise(): Promise<void> {
    for (;;) {
      if (!hasEnded(server)) await once(server, 'exit');
      if (closing) return;
      log('Postgres ended unexpectedly, starting it again');
      try {
        server = await startPostmaster(files, logPath, serverSettings);
      } catch (error) {
        log((error as Error).message);
        await wait(restartPauseMs);
      }
      if (closing) interrupt();
    }
  }
}

const shutdownLimitMs = 10_000;
const restartPauseMs = 1_000;
const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path may be at most 107 characters
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
/** Starts Postgres in its own session, which Ctrl-C does not reach, and waits until it serves. */
async function startPostmaster(
  { binDir, clusterDir, user }: ServerFiles,
  logPath: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const all = Object.entries({ ...defaultSettings, ...settings });
  const flags = ['-D', clusterDir, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const descriptor = openSync(logPath, 'a', 0o600);
  const child = spawn(join(binDir, 'postgres'), flags, {
    ...user,
    cwd: '/', // the caller's folder may be closed to the server's user
    env: childEnvironment,
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  child.unref();
  await once(child, 'spawn');
  while (!hasEnded(child)) {
    const state = await readPostmaster(clusterDir);
    if (state?.pid === child.pid && state?.ready) return child;
    await wait(5);
  }
  const reason = reasonIn(await readFile(logPath, 'utf8')) || 'it ended without a message';
  throw new EmbeddedPostgresError(`Postgres did not start: ${reason} (log: ${logPath})`);
}

/** Reads the process id, the port and the state of a server from its `postmaster.pid`. */
export async function readPostmaster(
  clusterDir: string,
): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number.parseInt(lines[0] ?? '', 10), Number(lines[3])];
  return pid > 0 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Returns the process id of the server of a data directory. Its program may have ended. */
export async function findServer(clusterDir: string): Promise<number | undefined> {
  const pid = (await readPostmaster(clusterDir))?.pid;
  if (pid === undefined) return undefined;
  try {
    const command =
      process.platform === 'linux'
        ? (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(`postgres -D ${clusterDir} `) ? pid : undefined;
  } catch {
    return undefined; // there is no such process
  }
}

/** No kernel gives a process this id. */
const deadPid = 2 ** 31 - 1;

/** Stops a server that has outlived its program, and returns its port. */
export async function endFormerServer(
  clusterDir: string,
  log: (line: string) => void,
): Promise<number | undefined> {
  const former = await readPostmaster(clusterDir);
  const startedAt = performance.now();
  let signal: NodeJS.Signals | undefined;
  for (let pid = await findServer(clusterDir); pid; pid = await findServer(clusterDir)) {
    const isLate = performance.now() - startedAt > shutdownLimitMs;
    const next = isLate ? 'SIGQUIT' : 'SIGINT';
    if (signal === undefined) log('Stopping a Postgres that has outlived its program');
    if (signal !== next) process.kill(pid, next);
    signal = next;
    await wait(20);
  }
  // Another program may have the id of a killed server by now, and then Postgres would not start.
  // The rest of the file names the shared memory, by which it finds sessions that still work.
  const path = join(clusterDir, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null && former === undefined) await rm(path);
  else if (text !== null) await writeFile(path, text.replace(/^\d+/, String(deadPid)));
  return former?.port;
}

/** Makes the database `app` and the services' role, whose rights prepareLoginRole grants. */
async function prepareDatabases(url: string): Promise<void> {
  const connectionString = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'app'`);
    if (rowCount === 0) await client.query('create database app');
    const role = await client.query('select from pg_roles where rolname = $1', [serviceRole]);
    const rights = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit password '${new URL(serviceUrlOf(url)).password}'`;
    await client.query(`${role.rowCount === 0 ? 'create' : 'alter'} role ${serviceRole} ${rights}`);
  } finally {
    await client.end();
  }
}
