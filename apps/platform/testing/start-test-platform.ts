import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@ecp/database/database';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { closeKeptService, keepService } from '@ecp/testing/kept-service';
import { type ScriptedEngine, startScriptedEngine } from '@ecp/testing/scripted-engine/scripted-engine';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { PlatformConfig } from '../src/kernel/settings/platform-config.ts';
import { createMemoryRateLimiter } from '../src/kernel/limits/rate-limiter.ts';
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

const keepPlatform = keepService(() => openTestPlatform({}));

/**
 * The platform with default settings that all test files of a worker share; each file signs up tenants of its own. The
 * limits of sign-ins begin anew, and `close` leaves it open. A file that changes settings or the clock, looks at what
 * all tenants have together, or moves the service's files needs `startTestPlatform`.
 */
export async function shareTestPlatform(): Promise<TestPlatform> {
  const platform = await keepPlatform();
  platform.services.rateLimiter = createMemoryRateLimiter();
  return { ...platform, close: async () => platform.engine.settle() };
}

/**
 * Starts the real application over a fresh database, the real durable queue and a scripted engine, on a free port.
 * One at a time in a test file: the durable queue is one a process.
 */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  await closeKeptService();
  return openTestPlatform(options);
}

async function openTestPlatform(options: TestPlatformOptions): Promise<TestPlatform> {
  const fresh = options.freshDatabase ?? (await createFreshDatabase());
  const dataDir = await mkdtemp(join(inject('filesDir'), 'platform-'));
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
