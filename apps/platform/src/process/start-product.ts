import { randomBytes } from 'node:crypto';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { claimExecutorSlot } from '@ecp/database/executor-slot';
import { migrate } from '@ecp/database/migrate';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from '../app.ts';
import type { PlatformConfig } from '../config.ts';
import { openServices } from '../open-services.ts';
import { superviseEngine } from './supervise-engine.ts';

export interface Product {
  address: string;
  models: string[];
  /** Settles when the platform has lost its claim on its durable work and must end. */
  lost: Promise<Error>;
  close(): Promise<void>;
}

/**
 * Brings up what the settings leave out (embedded Postgres, an engine beside), then the platform itself (contract, 1).
 * What was opened is closed again in reverse, also when a later part fails to open.
 */
export async function startProduct(
  config: PlatformConfig,
  environment: NodeJS.ProcessEnv,
  log: FastifyBaseLogger,
): Promise<Product> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    const databaseUrl = config.databaseUrl ?? (await openOwnPostgres(config, log, opened));
    await migrate(databaseUrl);
    const engine = config.engineUrl
      ? { url: config.engineUrl, token: config.engineToken ?? '', models: [] }
      : await openOwnEngine(config, environment, databaseUrl, log, opened);
    const slot = await claimExecutorSlot(databaseUrl, 'platform');
    opened.push(() => slot.release());
    const { services, close: closeServices } = await openServices({
      config,
      databaseUrl,
      engine,
      executorId: slot.executorId,
      log,
    });
    opened.push(closeServices);
    const app = await buildApp(services);
    opened.push(() => app.close());
    await app.listen({ host: config.host, port: config.port });
    return { address: config.baseUrl, models: engine.models, lost: slot.lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Closers = (() => Promise<void>)[];

async function openOwnPostgres(config: PlatformConfig, log: FastifyBaseLogger, opened: Closers): Promise<string> {
  const postgres = await openEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) });
  opened.push(() => postgres.close());
  return postgres.url;
}

async function openOwnEngine(
  config: PlatformConfig,
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  log: FastifyBaseLogger,
  opened: Closers,
): Promise<{ url: string; token: string; models: string[] }> {
  const token = config.engineToken ?? randomBytes(32).toString('base64url');
  const engine = await superviseEngine({
    port: config.enginePort,
    environment: { ...environment, DATABASE_URL: databaseUrl, ENGINE_TOKEN: token },
    log,
  });
  opened.push(() => engine.close());
  return { url: engine.url, token, models: engine.models };
}
