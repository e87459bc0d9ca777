import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { EmbeddedPostgresError } from '@ecp/database/embedded/embedded-postgres-error';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import type { FastifyBaseLogger } from 'fastify';
import { readConfig, secretsOf } from './config.ts';
import { ConfigurationError, type PlatformConfig } from './kernel/settings/platform-config.ts';
import { openLog } from './open-log.ts';
import { EngineStartError } from './process/supervise-engine.ts';
import { isTerminal, terminalDestination } from './process/terminal-log.ts';
import { watchParentProcess } from './process/watch-parent-process.ts';
import { type Product, startProduct } from './start-product.ts';

/**
 * Time for a graceful close in addition to the engine's draining. Then the process ends, and its unfinished work
 * continues later.
 */
const closeLimitMs = 15_000;
/** One press of Ctrl-C may arrive as several signals, from the terminal and from npm. */
const samePressMs = 1_000;

const interruption = Promise.withResolvers<string>();
let interrupted = false;
let interruptedAtMs = 0;
const interrupt = (reason: string) => {
  // A second request ends the process at once, and the supervised engine with it.
  if (interrupted && performance.now() - interruptedAtMs > samePressMs) process.exit(1);
  if (!interrupted) interruptedAtMs = performance.now();
  interrupted = true;
  interruption.resolve(reason);
};

/**
 * Runs the platform as a program: reads the settings from `environment`, serves until a signal, and ends the process.
 * `engine` is the process of the first engine, if it was forked while this file was loaded.
 */
export async function runPlatform(environment: NodeJS.ProcessEnv, engine: ChildProcess | undefined): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  void watchParentProcess(environment, () => interrupt('npm has ended'));
  // Errors of a closed terminal or pipe are ignored, because nobody reads the output any more.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const config = readConfig(environment);
    const destination = isTerminal() ? terminalDestination : undefined;
    const log = openLog(config.logLevel, destination, createRedactor(secretsOf(config)));
    await run(config, environment, log, engine);
    process.exit(0);
  } catch (error) {
    if (!interrupted) tell(error, environment['HOST']);
    process.exit(interrupted ? 0 : 1);
  }
}

/** Runs the product until it is interrupted; restarts it when it loses its lease. */
async function run(
  config: PlatformConfig,
  environment: NodeJS.ProcessEnv,
  log: FastifyBaseLogger,
  engine: ChildProcess | undefined,
): Promise<void> {
  for (let firstStart = true; !interrupted; firstStart = false) {
    const product = await startProduct(config, environment, log, firstStart ? engine : undefined);
    if (firstStart && !interrupted) greet(config, product);
    const ending = await Promise.race([interruption.promise, product.lost]);
    if (ending instanceof Error) log.error({ err: ending }, 'Lost the lease; restarting');
    else log.info({ reason: ending }, 'Platform is closing');
    const limit = setTimeout(() => process.exit(1), config.engineDrainMs + closeLimitMs);
    await product.close().catch((error: unknown) => log.error({ err: error }, 'Closing failed'));
    clearTimeout(limit);
  }
}

function greet(config: PlatformConfig, product: Product): void {
  const offline = product.models.includes('local/extractive') ? ' with the offline model (no LLM provider is set)' : '';
  const lines = [`\nReady at ${product.address}${offline}`];
  if (isTerminal()) lines.push(`Data is stored in ${resolve(config.dataDir)}. Ctrl-C stops everything.`);
  console.log(`${lines.join('\n')}\n`);
}

function tell(error: unknown, host: string | undefined): void {
  const message = describe(error, host);
  if (message !== '') console.error(`platform: ${message}`);
}

function describe(error: unknown, host: string | undefined): string {
  if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof EngineStartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${address} is taken by another program, or the product is already running; set PORT to a free one`;
    case 'EACCES':
      return `port ${port} on ${address} may not be used by this user; set PORT to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine`;
    case 'ECONNREFUSED':
      return `nothing answers at ${address}:${port}; is DATABASE_URL right?`;
    default:
      return error.stack ?? error.message;
  }
}
