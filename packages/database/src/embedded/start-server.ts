import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EmbeddedPostgresError, findFailureReason } from './embedded-postgres-error.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { ClusterLocation } from './prepare-cluster-dir.ts';
import { childEnvironment } from './run-command.ts';
import { readLogTail, withLogFile } from './server-log.ts';
import { stopServer } from './stop-server.ts';

/** How a server is started. `settings` override the default Postgres settings. */
export interface ServerOptions extends ClusterLocation {
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
 * Starts Postgres on the port that `choosePort` returns (called again for each attempt) and waits until it accepts
 * connections. It runs in its own session, so that a terminal's Ctrl-C reaches only the program that closes it.
 * @throws EmbeddedPostgresError with the reason from the server's log.
 */
export async function startServer(options: ServerOptions, choosePort: () => Promise<number>): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort();
    const { child, logStartBytes } = spawnServer(options, port);
    if (await waitUntilReady(child, options)) return { port, process: child };
    const output = await readLogTail(options.logPath, logStartBytes);
    // Another program took the port, a server that was just starting is now up, or processes of a killed one still end.
    const passing = /could not create any TCP\/IP sockets|lock file "postmaster.pid"|pre-existing shared memory/;
    if (!passing.test(output) || attempt === attempts) throw startFailure(options, output);
    await stopServer(options.clusterDir);
    await wait(attempt * retryWaitMs);
  }
}

function spawnServer(options: ServerOptions, port: number): { child: ChildProcess; logStartBytes: number } {
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

/** Returns true once it is ready, false if it ended. It takes long only after a crash, while the log is replayed. */
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
      throw new EmbeddedPostgresError(`Postgres was not ready within ${readyLimitMs / 1000} s: see ${options.logPath}`);
    }
    if (elapsedMs > slowAfterMs && !slow) {
      slow = true;
      options.log(`Postgres is still starting (it may be recovering from a crash): see ${options.logPath}`);
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
