import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { choosePort } from './choose-port.ts';
import type { ClusterLocation } from './cluster.ts';
import { childEnvironment, EmbeddedPostgresError, findFailureReason } from './command.ts';
import { clearStalePostmasterFile, findServerProcesses, readPostmasterFile } from './postmaster.ts';

/** A server that is restarted when it dies, until `stop`. */
interface SupervisedServer {
  port: number;
  /** Shuts down fast, then by stronger signals. Resolves once none of its processes is left. */
  stop(): Promise<void>;
}

const restartDelaysMs = [0, 250, 1_000, 4_000, 15_000, 60_000];
const stableAfterMs = 60_000;

/**
 * Starts the server and restarts it on its port if it is killed. After six deaths in a row, each
 * within a minute, it stays down. Throws EmbeddedPostgresError if the first start fails.
 */
export async function superviseServer(
  options: ServerOptions,
  preferredPort: number | undefined,
): Promise<SupervisedServer> {
  const closing = new AbortController();
  let server = await startServer(options, () => choosePort(preferredPort));
  const { port } = server;
  // A program that ends without closing (process.exit, an uncaught error) still stops its database.
  const endWithProcess = (): void => {
    server.process.kill('SIGINT');
  };
  process.once('exit', endWithProcess);
  const watching = watch();
  return { port, stop };

  async function watch(): Promise<void> {
    let startedAt = performance.now();
    for (let deaths = 0; await diedUnexpectedly(server, closing.signal); ) {
      deaths = performance.now() - startedAt > stableAfterMs ? 1 : deaths + 1;
      const delayMs = restartDelaysMs[deaths - 1];
      if (delayMs === undefined) {
        options.log(`Postgres dies again and again and is not restarted: see ${options.logPath}`);
        return;
      }
      options.log(`Postgres ended unexpectedly (${describeEnd(server)}), starting it again`);
      if (!(await pause(delayMs, closing.signal))) return;
      startedAt = performance.now();
      await restart();
    }
  }

  async function restart(): Promise<void> {
    try {
      await stopServer(options.clusterDir);
      server = await startServer(options, () => Promise.resolve(port));
    } catch (error) {
      options.log(error instanceof Error ? error.message : String(error)); // counts as one more death
    }
  }

  async function stop(): Promise<void> {
    closing.abort();
    process.removeListener('exit', endWithProcess);
    await watching; // a restart may be under way
    await stopServer(options.clusterDir);
    await reap(server.process);
  }
}

/** Waits until Node has noticed the end of the process, so that no zombie is left. */
async function reap(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  await once(child, 'exit');
}

/** Waits for the end of the server. Returns false if `closing` aborts first. */
async function diedUnexpectedly(server: RunningServer, closing: AbortSignal): Promise<boolean> {
  if (closing.aborted) return false;
  if (server.process.exitCode !== null || server.process.signalCode !== null) return true;
  try {
    await once(server.process, 'exit', { signal: closing });
    return !closing.aborted;
  } catch (error) {
    if (closing.aborted) return false;
    throw error;
  }
}

/** Waits without keeping the process alive. Returns false if `closing` aborts. */
export async function pause(delayMs: number, closing: AbortSignal): Promise<boolean> {
  await Promise.allSettled([wait(delayMs, undefined, { signal: closing, ref: false })]);
  return !closing.aborted;
}

function describeEnd(server: RunningServer): string {
  return server.process.signalCode ?? `exit code ${server.process.exitCode}`;
}

/** How a server is started. `settings` override the default Postgres settings. */
interface ServerOptions extends ClusterLocation {
  binDir: string;
  logPath: string;
  settings: Readonly<Record<string, string>>;
  log: (line: string) => void;
}

/** A server that accepts connections on 127.0.0.1. */
export interface RunningServer {
  port: number;
  process: ChildProcess;
}

const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path may be at most 107 characters
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

const readyLimitMs = 300_000;
const slowAfterMs = 3_000;
const attempts = 5;
/** Wait after the first attempt; the others wait longer. */
const retryWaitMs = 200;

/**
 * Starts Postgres on a port of `choosePort`, called per attempt, and waits for it. It has its own
 * session, so that Ctrl-C reaches only its closer. Throws EmbeddedPostgresError with the log's
 * reason.
 */
export async function startServer(
  options: ServerOptions,
  choosePort: () => Promise<number>,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort();
    const { child, logStartBytes } = spawnServer(options, port);
    if (await waitUntilReady(child, options)) return { port, process: child };
    const output = await readLogTail(options.logPath, logStartBytes);
    // Another program took the port, a server that was just starting is now up, or processes of a
    // killed one still end.
    const passing =
      /could not create any TCP\/IP sockets|lock file "postmaster.pid"|pre-existing shared memory/;
    if (!passing.test(output) || attempt === attempts) throw startFailure(options, output);
    await stopServer(options.clusterDir);
    await wait(attempt * retryWaitMs);
  }
}

function spawnServer(
  options: ServerOptions,
  port: number,
): { child: ChildProcess; logStartBytes: number } {
  const settings = { ...defaultSettings, ...options.settings, port: String(port) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return withLogFile(options.logPath, (descriptor) => {
    const logStartBytes = fstatSync(descriptor).size;
    const child = spawn(join(options.binDir, 'postgres'), ['-D', options.clusterDir, ...flags], {
      ...options.user,
      cwd: '/', // the caller's folder may be closed to the server's user
      env: childEnvironment,
      detached: true,
      stdio: ['ignore', descriptor, descriptor],
    });
    child.unref();
    return { child, logStartBytes };
  });
}

/**
 * Returns true once it is ready, false if it ended. It takes long only after a crash, while the log
 * is replayed.
 */
async function waitUntilReady(child: ChildProcess, options: ServerOptions): Promise<boolean> {
  await once(child, 'spawn');
  const startedAt = performance.now();
  let slow = false;
  while (child.exitCode === null && child.signalCode === null) {
    const state = await readPostmasterFile(options.clusterDir);
    if (state?.pid === child.pid && state?.ready) return true;
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > readyLimitMs) {
      await stopServer(options.clusterDir);
      throw new EmbeddedPostgresError(
        `Postgres was not ready within ${readyLimitMs / 1000} s: see ${options.logPath}`,
      );
    }
    if (elapsedMs > slowAfterMs && !slow) {
      slow = true;
      options.log(
        `Postgres is still starting (it may be recovering from a crash): see ${options.logPath}`,
      );
    }
    await wait(5);
  }
  return false;
}

function startFailure(options: ServerOptions, output: string): EmbeddedPostgresError {
  const reason = findFailureReason(output) || 'it ended without a message';
  return new EmbeddedPostgresError(
    `Postgres did not start: ${reason} (data: ${options.clusterDir}, log: ${options.logPath})`,
  );
}

/**
 * Signals for a fast shutdown, an immediate one and a kill, with milliseconds after the first
 * signal.
 */
const escalation = [
  { afterMs: 0, signal: 'SIGINT' },
  { afterMs: 10_000, signal: 'SIGQUIT' },
  { afterMs: 15_000, signal: 'SIGKILL' },
] as const;
const limitMs = 30_000;

/**
 * Stops any Postgres in `clusterDir`, a real path; returns how many processes. Throws
 * EmbeddedPostgresError.
 */
export async function stopServer(clusterDir: string): Promise<number> {
  const startedAt = performance.now();
  let pids = await findServerProcesses(clusterDir);
  const count = pids.length;
  let stage = 0;
  while (pids.length > 0) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > limitMs) {
      throw new EmbeddedPostgresError(
        `Postgres in ${clusterDir} does not stop (process ${pids.join(', ')})`,
      );
    }
    const next = escalation[stage];
    const postmasterPid = (await readPostmasterFile(clusterDir))?.pid;
    if (postmasterPid !== undefined && !pids.includes(postmasterPid)) {
      sendSignal(pids, 'SIGKILL'); // children without a postmaster: nothing coordinates them any more
    } else if (next !== undefined && elapsedMs >= next.afterMs) {
      const everyone = postmasterPid === undefined || next.signal === 'SIGKILL';
      sendSignal(everyone ? pids : [postmasterPid], next.signal);
      stage += 1;
    }
    await wait(10);
    pids = await findServerProcesses(clusterDir);
  }
  await clearStalePostmasterFile(clusterDir);
  return count;
}

function sendSignal(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

const limitBytes = 10 * 1024 * 1024;
const intervalMs = 60_000;

/** Opens the server's log for appending, runs `use` with its file descriptor, and closes it. */
function withLogFile<Result>(path: string, use: (descriptor: number) => Result): Result {
  const descriptor = openSync(path, 'a', 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Keeps the log below about 20 MB until the returned function is called: above 10 MB it moves to
 * `<path>.1`.
 */
export function keepLogSmall(path: string, log: (line: string) => void): () => void {
  const shorten = async (): Promise<void> => {
    if ((await stat(path)).size <= limitBytes) return;
    await copyFile(path, `${path}.1`);
    await truncate(path, 0);
  };
  const run = (): void => {
    shorten().catch((error: Error) => log(`${path} cannot be shortened: ${error.message}`));
  };
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Reads what was written to the log after its first `fromBytes` bytes, at most 64 KB. */
async function readLogTail(path: string, fromBytes: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, fromBytes);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
