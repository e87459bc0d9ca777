import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@ecp/database/database';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/fresh-database';
import { type ScriptedEngine, startScriptedEngine } from '@ecp/testing/scripted-engine';
import { pino } from 'pino';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { PlatformConfig } from '../src/kernel/settings/platform-config.ts';
import { openServices } from '../src/open-services.ts';
import type { Services } from '../src/kernel/services.ts';
import { checkAnswers } from './check-answers.ts';

export interface TestPlatformOptions {
  config?: Partial<PlatformConfig>;
  /** Of a real engine; without it the scripted one is used. */
  engineUrl?: string;
  engineToken?: string;
  clock?: Services['clock'];
  log?: Services['log'];
  /** An existing database, for a platform that starts again; it is not dropped at the end. */
  freshDatabase?: FreshDatabase;
}

export interface TestPlatform {
  /** Without a trailing slash. */
  baseUrl: string;
  services: Services;
  database: Database;
  /** Of the database. */
  url: string;
  /** Holds mail as `.eml` files in `mail/`. */
  dataDir: string;
  /** Past row-level security. */
  asSuperuser: FreshDatabase['asSuperuser'];
  /** Stands by unused when `engineUrl` was given. */
  engine: ScriptedEngine;
  close(): Promise<void>;
}

const generousLimits = { api: 1_000_000, engine: 1_000_000, billing: 1_000_000 };

/**
 * Starts the real application over a fresh database, the real durable queue and a scripted engine, on a free port.
 * One at a time in a test file: the durable queue is one a process.
 */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const fresh = options.freshDatabase ?? (await createFreshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'ecp-test-platform-'));
  const engine = await startScriptedEngine();
  const config: PlatformConfig = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal' }),
    rateLimits: generousLimits,
    ...options.config,
  };
  const { services, close } = await openServices({
    config,
    databaseUrl: fresh.url,
    engine: { url: options.engineUrl ?? engine.url, token: options.engineToken ?? engine.token },
    executorId: 'platform-test',
    log: options.log ?? pino({ level: config.logLevel }),
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const app = await buildApp(services);
  checkAnswers(app);
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    baseUrl,
    services,
    database: services.database,
    url: fresh.url,
    dataDir,
    asSuperuser: fresh.asSuperuser,
    engine,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await close();
      await engine.close();
      if (!options.freshDatabase) await fresh.drop();
      // A mail may be on its way into the folder still.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
