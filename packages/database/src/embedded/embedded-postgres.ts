import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { choosePort } from '../choose-port.ts';
import { connectionFile, type EmbeddedUrls, serviceRole, urlsOf } from './connection-file.ts';
import {
  childEnvironment,
  findServerFiles,
  makeCluster,
  reasonIn,
  run,
  type ServerFiles,
} from './server-files.ts';

export interface EmbeddedPostgres extends EmbeddedUrls {
  /** Stops the server. May be called more than once. */
  close(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  /** Override the default settings of Postgres. */
  settings?: Record<string, string>;
  /**
   * The port of the server. The default is the port of a server that has outlived its program, and
   * otherwise a free one.
   */
  port?: number;
}

/** The embedded database cannot be used; `message` is one sentence that says what is wrong. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
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
  const opened = new AsyncDisposableStack();
  const close = () => opened.disposeAsync();
  try {
    await mkdir(options.dataDir, { recursive: true });
    const dataDir = await realpath(options.dataDir);
    const files = await findServerFiles(dataDir);
    // The lock is beside the data, because a copy of a checkout has the link to the original's.
    const lock = lockDir(dirname(files.clusterDir));
    opened.defer(() => lock.close());
    if (!existsSync(files.clusterDir)) await makeCluster(files);
    const link = join(dataDir, 'postgres');
    if (!existsSync(link)) await symlink(files.clusterDir, link);
    const urls = await startServer({ ...options, dataDir }, files, opened);
    return { ...urls, close };
  } catch (cause) {
    await close();
    if (cause instanceof EmbeddedPostgresError) throw cause;
    const message = `The embedded database in ${options.dataDir} cannot be used: ${(cause as Error).message}`;
    throw new EmbeddedPostgresError(message, { cause });
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
    const advice = 'end that one, or set DATA_DIR or DATABASE_URL';
    throw new DataDirInUseError(`The database in ${dir} is in use by another process: ${advice}`);
  }
}

const restartPauseMs = 200;

/** Starts the server, and again on its port whenever it is killed, until `opened` is disposed. */
async function startServer(
  { dataDir, log, settings, port: wantedPort }: EmbeddedPostgresOptions,
  files: ServerFiles,
  opened: AsyncDisposableStack,
): Promise<EmbeddedUrls> {
  const formerPort = await endFormerServer(files.clusterDir, log);
  const port = await choosePort(wantedPort ?? formerPort);
  const logPath = join(dataDir, 'postgres.log');
  await rename(logPath, `${logPath}.1`).catch(() => undefined); // there is none at the first start
  const launch = () => {
    const child = spawnPostgres(files, logPath, { ...settings, port: String(port) });
    return child.on('error', ({ message }) => log(message));
  };
  let server = launch();
  let isStopping = false;
  const restart = async () => {
    if (!isStopping) log('Postgres ended unexpectedly, starting it again');
    await wait(restartPauseMs);
    if (!isStopping) server = launch().once('close', restart);
  };
  const interrupt = () => server.kill('SIGINT'); // a fast shutdown
  process.once('exit', interrupt);
  const urlFile = join(dataDir, connectionFile);
  opened.defer(async () => {
    isStopping = true;
    server.ref();
    interrupt();
    if (!hasEnded(server)) await once(server, 'close');
    process.off('exit', interrupt);
    await rm(urlFile, { force: true });
  });
  await waitUntilReady(server, files.clusterDir, logPath);
  server.once('close', restart);
  const password = (await readFile(join(files.clusterDir, 'superuser-password'), 'utf8')).trim();
  const urls = urlsOf(`postgres://postgres:${password}@127.0.0.1:${port}/app`);
  await prepareDatabases(urls);
  await writeFile(`${urlFile}.new`, `${urls.url}\n`, { mode: 0o600 });
  await rename(`${urlFile}.new`, urlFile);
  return urls;
}

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path may be at most 107 characters
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/** Starts Postgres in its own session, which Ctrl-C does not reach. */
function spawnPostgres(
  { binDir, clusterDir, user }: ServerFiles,
  logPath: string,
  settings: Record<string, string>,
): ChildProcess {
  const all = Object.entries({ ...defaultSettings, ...settings });
  const flags = ['-D', clusterDir, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const output = openSync(logPath, 'a', 0o600);
  const child = spawn(join(binDir, 'postgres'), flags, {
    ...user,
    cwd: '/', // the caller's folder may be closed to the server's user
    env: childEnvironment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  return child;
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

async function waitUntilReady(server: ChildProcess, clusterDir: string, logPath: string) {
  while (!hasEnded(server)) {
    const { pid, state } = await readPidFile(clusterDir);
    if (pid === server.pid && state === 'ready') return;
    await wait(5);
  }
  const reason = reasonIn(await readFile(logPath, 'utf8')) || 'it ended without a message';
  throw new Error(`Postgres did not start: ${reason} (log: ${logPath})`);
}

/** Reads what a server says of itself in its data directory. */
async function readPidFile(clusterDir: string) {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , state] = text.split('\n');
  return { pid: Number(pid), port: Number(port), state: state?.trim() };
}

/** Signals the server of a data directory, and returns its process id. Its program may have ended. */
export async function findServer(clusterDir: string, signal: NodeJS.Signals | 0 = 0) {
  const { pid } = await readPidFile(clusterDir);
  try {
    const command =
      process.platform === 'linux'
        ? (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
        : await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    if (!command.includes(`postgres -D ${clusterDir} `)) return undefined;
    process.kill(pid, signal);
    return pid;
  } catch {
    return undefined; // there is no such process
  }
}

/** Stops a server that has outlived its program, and returns its port. */
export async function endFormerServer(clusterDir: string, log: (line: string) => void) {
  const { port } = await readPidFile(clusterDir);
  if (await findServer(clusterDir)) log('Stopping a Postgres that has outlived its program');
  while (await findServer(clusterDir, 'SIGINT')) await wait(20);
  // Another program may have the id of a killed server by now, and then Postgres would not start.
  // No kernel gives the id that is written. The rest of the file names the shared memory, by which
  // Postgres finds sessions that still work.
  const path = join(clusterDir, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '') await rm(path, { force: true });
  else await writeFile(path, text.replace(/^\d+/, String(2 ** 31 - 1)));
  return port;
}

/** Makes the database `app` and the services' role, whose rights prepareLoginRole grants. */
async function prepareDatabases({ url, serviceUrl }: EmbeddedUrls): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/app$/, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'app'`);
    if (rowCount === 0) await client.query('create database app');
    const role = await client.query(`select from pg_roles where rolname = '${serviceRole}'`);
    const login = `login noinherit password '${new URL(serviceUrl).password}'`;
    if (role.rowCount === 0) await client.query(`create role ${serviceRole} ${login}`);
  } finally {
    await client.end();
  }
}
