import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { choosePort } from './choose-port.ts';
import { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
import { stopServer } from './stop-server.ts';

/** A server that is restarted when it dies, until `stop`. */
export interface SupervisedServer {
  port: number;
  /** Shuts down fast, then by stronger signals. Resolves once none of its processes is left. */
  stop(): Promise<void>;
}

const restartDelaysMs = [0, 250, 1_000, 4_000, 15_000, 60_000];
const stableAfterMs = 60_000;

/**
 * Starts the server and restarts it on the same port if it is killed (out of memory, for example), so that connection
 * pools find it again. After six deaths in a row, each within a minute, it is not restarted, and this is logged.
 * @throws EmbeddedPostgresError if the first start fails.
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
