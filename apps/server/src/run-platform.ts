import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { countVariables } from '@ecp/contract/engine/way-out';
import { choosePort } from '@ecp/database/choose-port';
import {
  EmbeddedPostgresError,
  openEmbeddedPostgres,
} from '@ecp/database/embedded/embedded-postgres';
import { takeLease } from '@ecp/database/executor-lease';
import { prepareDatabase } from '@ecp/database/prepare-database';
import { watchNpm } from '@ecp/database/watch-npm';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import type { FastifyBaseLogger } from 'fastify';
import { readConfig, secretsOf } from './config.ts';
import type { EngineClient } from './kernel/ports.ts';
import { ConfigurationError, type PlatformConfig } from './kernel/settings.ts';
import { isTerminal, openLog, terminalDestination } from './reach/process/log.ts';
import { reportIsolation, requirePrograms } from './reach/process/sandbox-programs.ts';
import { superviseWorker, WorkerStartError } from './reach/process/supervise-worker.ts';
import { readRoles } from './roles.ts';

/**
 * Time to close after the engine's draining; then the process ends, and its work continues later.
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
 * Runs the platform until a signal and ends the process; `engine` is the first engine, if it was
 * forked before.
 */
export async function runPlatform(
  environment: NodeJS.ProcessEnv,
  engine: ChildProcess | undefined,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  void watchNpm(environment, () => interrupt('npm has ended'));
  // Errors of a closed terminal or pipe are ignored, because nobody reads the output any more.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const config = readConfig(environment);
    const destination = isTerminal() ? terminalDestination : undefined;
    const log = openLog(config.logLevel, destination, createRedactor(secretsOf(config)));
    await run(config, environment, log, engine);
    process.exit(0);
  } catch (error) {
    if (!interrupted) reportFailure(error, environment['HOST']);
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
  const offline = product.models.includes('local/extractive')
    ? ' with the offline model (no LLM provider is set)'
    : '';
  const lines = [`\nReady at ${product.address}${offline}`];
  if (isTerminal())
    lines.push(`Data is stored in ${resolve(config.dataDir)}. Ctrl-C stops everything.`);
  console.log(`${lines.join('\n')}\n`);
}

function reportFailure(error: unknown, host: string | undefined): void {
  const message = describe(error, host);
  if (message !== '') console.error(`platform: ${message}`);
}

function describe(error: unknown, host: string | undefined): string {
  if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError)
    return error.message;
  if (error instanceof WorkerStartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
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

const defaultEnginePort = 3001;

interface Product {
  address: string;
  models: string[];
  /**
   * Resolves when another process has taken over the work of this platform, which must then end.
   */
  lost: Promise<Error>;
  close(): Promise<void>;
}

/**
 * Starts Postgres and engine where not set, then the platform; closes in reverse order, also on
 * failure.
 */
async function startProduct(
  config: PlatformConfig,
  environment: NodeJS.ProcessEnv,
  log: FastifyBaseLogger,
  forked?: ChildProcess,
): Promise<Product> {
  const opened = new AsyncDisposableStack();
  const close = () => opened.disposeAsync();
  try {
    requirePrograms();
    await requirePort(config);
    const { databaseUrl, ownerUrl } = await openPostgres(config, log, opened);
    await prepareDatabase(databaseUrl, ownerUrl, { warn: log.warn.bind(log) });
    const enginePort =
      config.enginePort || (await choosePort(config.enginePort ?? defaultEnginePort));
    const ownEngine = () =>
      openOwnEngine(
        { ...config, enginePort },
        { ...environment, DATABASE_URL: databaseUrl },
        log,
        opened,
        forked,
      );
    // The platform loads its code, which blocks its event loop, once the engine has its settings
    // and opens meanwhile.
    const [engine, { openServices }, { buildApp }] = await Promise.all([
      readRoles(environment).includes('worker') ? ownEngine() : { models: [] },
      import('./services.ts'),
      import('./app.ts'),
    ]);
    const lease = await takeLease(databaseUrl, 'platform', log);
    opened.defer(() => lease.release());
    const opening = { config, databaseUrl, ownerUrl, lease, log };
    const { services, close: closeServices } = await openServices(opening);
    opened.defer(closeServices);
    if (config.requireIsolation) await reportIsolation(services.sandbox, log, true);
    const app = await buildApp(services);
    opened.defer(() => app.close());
    opened.defer(async () => cutLateCalls(services.engine, config.engineDrainMs));
    await app.listen({ host: config.host, port: config.port });
    warnOfOpenSpending(config, log);
    warnOfIgnoredSettings(config, log);
    if (!config.requireIsolation) void tryToReportIsolation(services.sandbox, log);
    return { address: config.baseUrl, models: engine.models, lost: lease.lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Ends unanswered and later calls to the engine after `afterMs`, which would keep the process from
 * closing.
 */
function cutLateCalls(engine: Pick<EngineClient, 'close'>, afterMs: number): void {
  setTimeout(() => void engine.close(), afterMs).unref();
}

/** Reports without delaying the start. A product that can start no child serves everything else. */
async function tryToReportIsolation(sandbox: Sandbox, log: FastifyBaseLogger): Promise<void> {
  await reportIsolation(sandbox, log, false).catch((error: unknown) => {
    log.error(
      { err: error },
      'No child process can be started: documents and files cannot be opened',
    );
  });
}

/** Throws when the port is taken, before anything is started. */
async function requirePort({ host, port }: PlatformConfig): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** Returns the addresses of the database for the services and for its owner, who migrates it. */
async function openPostgres(
  { dataDir, databaseUrl, databaseOwnerUrl }: PlatformConfig,
  log: FastifyBaseLogger,
  opened: AsyncDisposableStack,
): Promise<{ databaseUrl: string; ownerUrl: string | undefined }> {
  if (databaseUrl !== undefined) return { databaseUrl, ownerUrl: databaseOwnerUrl };
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => log.info(line) });
  opened.defer(() => postgres.close());
  return { databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url };
}

async function openOwnEngine(
  config: PlatformConfig & { enginePort: number },
  environment: NodeJS.ProcessEnv,
  log: FastifyBaseLogger,
  opened: AsyncDisposableStack,
  forked: ChildProcess | undefined,
): Promise<{ models: string[] }> {
  const engine = await superviseWorker({
    port: config.enginePort,
    environment: {
      ...countVariables(environment).counted,
      DATABASE_OWNER_URL: '',
    },
    drainMs: config.engineDrainMs,
    log,
    forked,
  });
  opened.defer(() => engine.close());
  return { models: engine.models };
}

/**
 * Warns that anybody who signs up may spend the operator's money: local billing, and keys of hosted
 * models.
 */
export function warnOfOpenSpending(
  { hostedModelKeys, stripe }: Pick<PlatformConfig, 'hostedModelKeys' | 'stripe'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  if (stripe || hostedModelKeys.length === 0) return;
  const keys = hostedModelKeys.join(' and ');
  log.warn(
    `Anybody who can reach the sign-up page can spend what ${keys} pays for: billing is local, so every sign-up is active`,
  );
}

/** Warns of the settings that count for nothing, because the installation has no way out. */
export function warnOfIgnoredSettings(
  { ignoredSettings }: Pick<PlatformConfig, 'ignoredSettings'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  if (ignoredSettings.length === 0) return;
  log.warn(
    `OUTBOUND=off: these settings need a way out and count for nothing: ${ignoredSettings.join(', ')}`,
  );
}
