import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@ecp/database/database';
import { takeLease } from '@ecp/database/executor-lease';
import { closeKeptService, keepService, registerService } from '@ecp/testing/kept-service';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createMemoryRateLimiter } from '../src/kernel/limits/rate-limiter.ts';
import type { Services } from '../src/kernel/services.ts';
import type { PlatformConfig } from '../src/kernel/settings.ts';
import { openServices } from '../src/services.ts';
import { createRunEffects } from '../src/work/runs/run-effects.ts';
import { checkAnswers } from './check-answers.ts';
import { type ScriptedEngine, startScriptedEngine } from './scripted-engine/scripted-engine.ts';

interface TestPlatformOptions {
  config?: Partial<PlatformConfig>;
  /** An engine that outlives the platform; it is not closed at the end. */
  engine?: ScriptedEngine;
  clock?: Services['clock'];
  log?: Services['log'];
  /** An existing database, for a platform that restarts; it is not dropped at the end. */
  freshDatabase?: FreshDatabase;
}

export interface TestPlatform {
  /** Address without a trailing slash. */
  baseUrl: string;
  services: Services;
  database: Database;
  /** URL of the database for services. */
  url: string;
  /** URL of the database for the superuser. */
  adminUrl: string;
  /** Data folder, with mail as `.eml` files in `mail/`. */
  dataDir: string;
  /** Runs SQL without row-level security. */
  asSuperuser: FreshDatabase['asSuperuser'];
  /** The scripted engine. */
  engine: ScriptedEngine;
  close(): Promise<void>;
}

/**
 * Sign-ups of tests would otherwise take a third of the processor time of all integration tests.
 */
const cheapPasswords = { logN: 4, r: 8, p: 1 };

/** Tests would otherwise wait half a second for each page of a host. */
const shortPaceMs = 5;

const generousLimits = { api: 1_000_000, engine: 1_000_000, billing: 1_000_000 };

const keepPlatform = keepService(async () => {
  const platform = await openTestPlatform({});
  return { ...platform, restore: rememberUsual(platform.services) };
});

/** Settings that are read at each use, so that a file may change them on the shared platform. */
type SharedSettings = Partial<
  Pick<PlatformConfig, 'baseUrl' | 'outboundAllowedHosts' | 'rateLimits' | 'webhookRetryWaitsMs'>
>;

/**
 * Returns the platform that all test files of a worker share; each file signs up its own tenants.
 * `close` leaves it open and gives it its own settings and services again, whatever the file has
 * put in their place. A file that needs another setting, changes the clock of waiting work, reads
 * data of all tenants, or moves the service's files needs `startTestPlatform`.
 */
export async function shareTestPlatform(settings: SharedSettings = {}): Promise<TestPlatform> {
  const platform = await keepPlatform();
  const { services, engine, restore } = platform;
  restore();
  services.rateLimiter = createMemoryRateLimiter();
  const { outboundAllowedHosts = [], ...others } = settings;
  Object.assign(services.config, others);
  setHosts(services.config, outboundAllowedHosts);
  const close = async () => {
    await engine.settle();
    restore();
  };
  return { ...platform, close };
}

/** Returns a function that gives a platform the services and settings again that it has now. */
function rememberUsual(services: Services): () => void {
  const { config } = services;
  const [usual, usualConfig, usualHosts] = [
    { ...services },
    { ...config },
    [...config.outboundAllowedHosts],
  ];
  return () => {
    Object.assign(services, usual);
    Object.assign(config, usualConfig);
    setHosts(config, usualHosts);
  };
}

/** Changes the list itself, which the client for outbound requests has. */
function setHosts({ outboundAllowedHosts }: PlatformConfig, hosts: readonly string[]): void {
  outboundAllowedHosts.splice(0, Number.POSITIVE_INFINITY, ...hosts);
}

/**
 * Starts the real application with a new database, the real durable queue and a scripted engine, on
 * a free port. A test file may have one at a time, because a process has one durable queue.
 */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  await closeKeptService();
  const platform = await openTestPlatform(options);
  registerService(platform);
  return platform;
}

async function openTestPlatform(options: TestPlatformOptions): Promise<TestPlatform> {
  const fresh = options.freshDatabase ?? (await createFreshDatabase());
  const dataDir = await mkdtemp(join(inject('filesDir'), 'platform-'));
  const config: PlatformConfig = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal' }),
    rateLimits: generousLimits,
    ...options.config,
  };
  const log = options.log ?? pino({ level: config.logLevel });
  const lease = await takeLease(fresh.url, 'platform', log);
  const { services, close } = await openServices({
    config,
    databaseUrl: fresh.url,
    lease,
    log,
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const effects = createRunEffects(Promise.resolve(services));
  const engine =
    options.engine ??
    (await startScriptedEngine(fresh.url, { database: services.database, effects }));
  services.passwordCost = cheapPasswords;
  services.research.paceMs = shortPaceMs;
  const app = await buildApp(services);
  checkAnswers(app);
  // A request sees everything that the test has pushed before it.
  app.addHook('onRequest', () => engine.stored());
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const closeAll = async () => {
    if (!options.engine) await engine.close();
    app.server.closeAllConnections();
    await app.close();
    await close();
    await lease.release();
    if (!options.freshDatabase) await fresh.drop();
    // A mail may still be written to the folder.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  let closed: Promise<void> | undefined;
  return {
    baseUrl,
    services,
    database: services.database,
    url: fresh.url,
    adminUrl: fresh.adminUrl,
    dataDir,
    asSuperuser: fresh.asSuperuser,
    engine,
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}
