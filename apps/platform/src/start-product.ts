import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { choosePort } from '@ecp/database/embedded/choose-port';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { takeLease } from '@ecp/database/executor-lease';
import { prepareDatabase } from '@ecp/database/prepare-database';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { FastifyBaseLogger } from 'fastify';
import { warnOfOpenSpending } from './identity/billing/warn-of-open-spending.ts';
import type { PlatformConfig } from './kernel/settings/platform-config.ts';
import { reportIsolation } from './process/report-isolation.ts';
import { requirePrograms } from './process/require-programs.ts';
import { superviseEngine } from './process/supervise-engine.ts';
import type { EngineClient } from './work/engine-client/engine-client.ts';

const defaultEnginePort = 3001;

export interface Product {
  address: string;
  models: string[];
  /** Resolves when another process has taken over the work of this platform, which must then end. */
  lost: Promise<Error>;
  close(): Promise<void>;
}

/**
 * Starts what the settings leave out (embedded Postgres, an engine), then the platform itself (SET-1). Closes
 * everything in reverse order, also when a later part fails to open. `forked` is the engine's process if there is one.
 */
export async function startProduct(
  config: PlatformConfig,
  environment: NodeJS.ProcessEnv,
  log: FastifyBaseLogger,
  forked?: ChildProcess,
): Promise<Product> {
  const opened: Closers = [];
  const close = () => closeAll(opened.splice(0).reverse());
  try {
    requirePrograms();
    await requirePort(config);
    const { databaseUrl, ownerUrl } = await openPostgres(config, log, opened);
    await prepareDatabase(databaseUrl, ownerUrl, { warn: log.warn.bind(log) });
    const enginePort = config.enginePort || (await choosePort(config.enginePort ?? defaultEnginePort));
    const ownEngine = () =>
      openOwnEngine({ ...config, enginePort }, { ...environment, DATABASE_URL: databaseUrl }, log, opened, forked);
    // The platform loads its code, which blocks its event loop, once the engine has its settings and opens meanwhile.
    const [engine, { openServices }, { buildApp }] = await Promise.all([
      config.engineUrl ? { url: config.engineUrl, token: config.engineToken ?? '', models: [] } : ownEngine(),
      import('./open-services.ts'),
      import('./app.ts'),
    ]);
    const lease = await takeLease(databaseUrl, 'platform', log);
    opened.push(() => lease.release());
    const {
      services,
      sandbox,
      close: closeServices,
    } = await openServices({
      config,
      databaseUrl,
      ownerUrl,
      engine,
      lease,
      log,
    });
    opened.push(closeServices);
    if (config.requireIsolation) await reportIsolation(sandbox, log, true);
    const app = await buildApp(services);
    opened.push(() => app.close());
    opened.push(async () => cutLateCalls(services.engine, config.engineDrainMs));
    await app.listen({ host: config.host, port: config.port });
    warnOfOpenSpending(config, log);
    if (!config.requireIsolation) void tryToReportIsolation(sandbox, log);
    return { address: config.baseUrl, models: engine.models, lost: lease.lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Ends the calls that the engine has not answered `afterMs` from now, and all later ones. Without it, requests and
 * durable work that wait for an engine that stands still keep the process from closing in time.
 */
function cutLateCalls(engine: Pick<EngineClient, 'close'>, afterMs: number): void {
  setTimeout(() => void engine.close(), afterMs).unref();
}

/** Reports without delaying the start. A product that can start no child serves everything else. */
async function tryToReportIsolation(sandbox: Sandbox, log: FastifyBaseLogger): Promise<void> {
  await reportIsolation(sandbox, log, false).catch((error: unknown) => {
    log.error({ err: error }, 'No child process can be started: documents and files cannot be opened');
  });
}

type Closers = (() => Promise<void>)[];

/** Closes one after the other, also after a failure, and throws the first failure. */
async function closeAll(closers: Closers): Promise<void> {
  const failures: unknown[] = [];
  for (const closeOne of closers) await closeOne().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
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
  opened: Closers,
): Promise<{ databaseUrl: string; ownerUrl: string | undefined }> {
  if (databaseUrl !== undefined) return { databaseUrl, ownerUrl: databaseOwnerUrl };
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => log.info(line) });
  opened.push(() => postgres.close());
  return { databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url };
}

async function openOwnEngine(
  config: PlatformConfig & { enginePort: number },
  environment: NodeJS.ProcessEnv,
  log: FastifyBaseLogger,
  opened: Closers,
  forked: ChildProcess | undefined,
): Promise<{ url: string; token: string; models: string[] }> {
  const token = config.engineToken ?? randomBytes(32).toString('base64url');
  const engine = await superviseEngine({
    port: config.enginePort,
    environment: { ...environment, DATABASE_OWNER_URL: '', ENGINE_TOKEN: token },
    drainMs: config.engineDrainMs,
    log,
    forked,
  });
  opened.push(() => engine.close());
  return { url: engine.url, token, models: engine.models };
}
