import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';

/** The one place where the platform names the engine's program; it talks to it by HTTP only. */
const engineProgram = fileURLToPath(new URL('../../../engine/src/main.ts', import.meta.url));
const readyLimitMs = 30_000;
const stopLimitMs = 12_000;
const restartWaitMs = 500;

export interface EngineBeside {
  url: string;
  /** Models that the engine can call. */
  models: string[];
  close(): Promise<void>;
}

/** The engine did not start; it has said why on its own output. */
export class EngineStartError extends Error {
  override readonly name = 'EngineStartError';
}

/**
 * Starts an engine beside the platform (contract, 1: ENGINE_URL unset) and starts it again when it dies unasked. It
 * runs in its own process group, so that Ctrl-C reaches it through the platform only, and ends with the platform.
 */
export async function superviseEngine(options: {
  port: number;
  environment: Record<string, string | undefined>;
  log: FastifyBaseLogger;
}): Promise<EngineBeside> {
  const { log } = options;
  let closing = false;
  let child = start(options);
  const { models } = await ready(child);
  watch(child);

  function watch(current: ChildProcess): void {
    current.once('exit', (code, signal) => {
      if (closing) return;
      log.error({ code, signal }, 'The engine ended unexpectedly and is started again');
      setTimeout(restart, restartWaitMs);
    });
  }
  function restart(): void {
    if (closing) return;
    child = start(options);
    watch(child);
  }

  return {
    url: `http://127.0.0.1:${options.port}`,
    models,
    async close() {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await exited;
      clearTimeout(limit);
    },
  };
}

function start({ port, environment }: { port: number; environment: Record<string, string | undefined> }): ChildProcess {
  return fork(engineProgram, {
    env: { ...environment, ENGINE_PORT: String(port), ENGINE_HOST: '127.0.0.1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
}

async function ready(child: ChildProcess): Promise<{ models: string[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ models: string[] }>();
  const limit = setTimeout(() => reject(new EngineStartError('the engine was not ready in time')), readyLimitMs);
  child.once('message', (message) => resolve({ models: (message as { models?: string[] }).models ?? [] }));
  child.once('exit', (code) => reject(new EngineStartError(`the engine did not start (exit code ${code})`)));
  child.once('error', (error) => reject(new EngineStartError(`the engine did not start: ${error.message}`)));
  return promise.finally(() => clearTimeout(limit));
}
