import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { FastifyBaseLogger } from 'fastify';
import { forkWorker } from './fork-worker.ts';
import { writeLogLine } from './log.ts';

const readyLimitMs = 60_000;
/** Time for an engine to close in addition to its draining. */
const closeLimitMs = 7_000;
/** Waits before the restarts of an engine that keeps dying. The last wait is repeated. */
const restartWaitsMs = [250, 500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** After an engine has run for this long, the waits start again from the first. */
const stableAfterMs = 60_000;

interface WorkerProcess {
  url: string;
  models: string[];
  close(): Promise<void>;
}

/**
 * The engine did not start. `message` is empty when the engine has written the reason to its own
 * output.
 */
export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError';
}

interface WorkerOptions {
  port: number;
  /** The engine gets the variables of it that it needs. */
  environment: Record<string, string | undefined>;
  log: FastifyBaseLogger;
  /** How long the engine lets calls in flight continue when it must end. */
  drainMs: number;
  /** Another program in place of the engine, for tests. */
  program?: string;
  /** The first process, if it was forked before. */
  forked?: ChildProcess | undefined;
}

/**
 * Starts an engine and restarts it when it dies. Its process group keeps Ctrl-C from it; it ends
 * with the platform.
 */
export async function superviseWorker(options: WorkerOptions): Promise<WorkerProcess> {
  const { log } = options;
  const closing = new AbortController();
  const stopLimitMs = options.drainMs + closeLimitMs;
  let child = begin(options, options.forked ?? forkWorker(options.environment, options.program));
  const { models } = await ready(child).catch(async (error: unknown) => {
    await stop(child, stopLimitMs);
    throw error;
  });
  watch(0);

  function watch(deaths: number): void {
    const startedMs = performance.now();
    child.once('exit', (code, signal) => {
      if (closing.signal.aborted) return;
      const deathsInRow = performance.now() - startedMs > stableAfterMs ? 0 : deaths;
      const waitMs = restartWaitsMs[Math.min(deathsInRow, restartWaitsMs.length - 1)] ?? 0;
      log.error({ code, signal, waitMs }, 'The engine ended unexpectedly and is started again');
      const timer = setTimeout(() => restart(deathsInRow + 1), waitMs);
      closing.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  }
  function restart(deaths: number): void {
    child = begin(options, forkWorker(options.environment, options.program));
    watch(deaths);
  }

  return {
    url: `http://127.0.0.1:${options.port}`,
    models,
    async close() {
      closing.abort();
      await stop(child, stopLimitMs);
    },
  };
}

/** Follows the process and sends it its settings. */
function begin({ port, environment, log }: WorkerOptions, child: ChildProcess): ChildProcess {
  child.on('error', (error) =>
    log.error({ err: error }, 'The engine process cannot be controlled'),
  );
  if (child.stdout) createInterface({ input: child.stdout }).on('line', writeLogLine);
  // A worker has the settings of the whole server: it reads files, keys and the web for agents. Only
  // this machine asks it.
  const place = { HOST: '127.0.0.1', ENGINE_PORT: String(port) };
  const message = { environment: { ...environment, ...place } };
  if (child.connected) child.send(message, () => undefined); // Its end is told by its exit.
  return child;
}

async function stop(child: ChildProcess, stopLimitMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await exited;
  clearTimeout(limit);
}

async function ready(child: ChildProcess): Promise<{ models: string[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ models: string[] }>();
  const fail = (message: string) => reject(new WorkerStartError(message));
  const limit = setTimeout(
    () => fail(`the engine was not ready within ${readyLimitMs / 1000} s`),
    readyLimitMs,
  );
  child.once('message', (message) =>
    resolve({ models: (message as { models?: string[] }).models ?? [] }),
  );
  // With exit code 1 the engine has written the reason.
  const ended = () => {
    const { exitCode: code, signalCode: signal } = child;
    fail(code === 1 ? '' : `the engine ended while starting (${signal ?? code})`);
  };
  child.once('exit', ended);
  // A process that was forked before may have ended already.
  if (child.exitCode !== null || child.signalCode !== null) ended();
  child.once('error', (error) => fail(`the engine cannot be started: ${error.message}`));
  return promise.finally(() => clearTimeout(limit));
}
