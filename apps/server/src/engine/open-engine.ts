import { openDatabase } from '@ecp/database/database';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import type { WorkQueue } from '@ecp/durable-work/work-queue';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { openTracing } from '@ecp/tracing/open-tracing';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { Tracing } from '@ecp/tracing/tracing';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageFile from '../../package.json' with { type: 'json' };
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import type { RunEffects } from '../kernel/ports.ts';
import { loadRoster } from './agents/roster.ts';
import { createKnownForms } from './call/build-request.ts';
import type { EngineServices } from './call/engine-services.ts';
import {
  createCallSlots,
  createCallsInFlight,
  openModelHealth,
  openProviderThrottle,
} from './call/gate.ts';
import { type CallLimits, createBegunTasks, defaultCallLimits } from './call/model-call.ts';
import { defaultWorkLimits, type EngineConfig } from './config.ts';
import { createContextIndexes } from './context/text-index.ts';
import type { AgentMaterial } from './kernel/agent-material.ts';
import { openLiveTexts } from './kernel/live-texts.ts';
import { createTextWork } from './kernel/text-work.ts';
import { openRunChangePoller, openRunSignals } from './kernel/waiting.ts';
import { watchWaitingRuns } from './lifecycle/answer-question.ts';
import { watchOrphans, watchStops } from './lifecycle/control-run.ts';
import { watchRetention, watchTenantDays } from './lifecycle/retention.ts';
import { openRunQueue } from './lifecycle/start-run.ts';
import { availableJudges, availableModels, type ModelSettings } from './models/available-models.ts';
import { type CatalogModel, loadCatalog } from './models/catalog.ts';
import { openEmbedder } from './models/embedding-models.ts';
import type { ModelKeySource } from './models/key-requests.ts';
import { offlineReader } from './models/offline-model.ts';
import { openOwnModels } from './models/own-models.ts';
import { openProviders } from './models/providers.ts';
import { publishOffer } from './models/workers.ts';
import { loadRubrics } from './steps/evaluating/evaluate-deliverable.ts';
import { textProgram } from './text-program.ts';
import { buildWorkerApp } from './worker-app.ts';

/** Time for open requests to finish at a close. */
const answerLimitMs = 1_000;

export interface Engine {
  app: FastifyInstance;
  models: CatalogModel[];
  queue: WorkQueue;
  /** What its runs need, to execute parts of them by hand. */
  services: EngineServices & { sandbox: Sandbox };
  /** Settles when another process has taken over the work of this one, which must then end. */
  lost: Promise<Error>;
  close(): Promise<void>;
}

/** The ports that the engine needs, and the lease under which its process works. */
export interface EngineGround {
  material: AgentMaterial;
  keySource: ModelKeySource;
  effects: RunEffects;
  /** Removes the secrets of the process from texts that are stored. */
  redact: Redact;
  keys: KeyRing;
  /** Owns the work of this process. */
  lease: ExecutorLease;
}

/** Opens everything that an engine process needs and recovers unfinished work. */
export async function openEngine(
  config: EngineConfig,
  log: Logger,
  ground: EngineGround,
  limits: CallLimits = defaultCallLimits,
): Promise<Engine> {
  const opened = await openServices(config, log, ground, limits);
  const { material, keySource, effects, keys, lease } = ground;
  const services = { ...opened, material, keySource, effects, keys };
  const { database, sandbox, signals, runChanges, slots, models, tracing } = services;
  const { drainMs, keepDataMs } = config.workLimits ?? defaultWorkLimits;
  const connection = { url: config.databaseUrl, pooled: config.databaseDirectUrl !== undefined };
  const queue = openRunQueue(connection, services, lease);
  await queue.takeOver();
  queue.start();
  const unwatchStops = watchStops(services);
  const unwatch = [
    watchOrphans(services),
    watchWaitingRuns(services),
    watchTenantDays(services),
    watchRetention(services, keepDataMs),
  ];
  const { version } = packageFile;
  const { judges, hasPhases } = services;
  await publishOffer(database, lease.executorId, { version, models, judges, hasPhases });
  const { leaseHeld } = lease;
  const app = await buildWorkerApp({ database, leaseHeld, log: log as FastifyBaseLogger, version });
  return {
    app,
    models,
    queue,
    services,
    lost: lease.lost,
    async close() {
      const drained = slots.drain();
      await closeApp(app);
      await Promise.all(unwatch.map((end) => end()));
      // Calls that take longer count at their worst case. Stop still ends calls meanwhile.
      await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
      await unwatchStops();
      await queue.close();
      await sandbox.close();
      await tracing?.close();
      await runChanges.close();
      await signals.close();
      await database.close();
    },
  };
}

/**
 * Opens the database and what runs share in this process, and takes the lease that owns its work.
 */
async function openServices(
  config: EngineConfig,
  log: Logger,
  { keySource, lease, redact }: EngineGround,
  limits: CallLimits,
) {
  const { databaseUrl, databaseDirectUrl } = config;
  const warn = (line: string) => log.warn(line);
  const catalog = loadCatalog(config.models.catalogPath);
  const models = availableModels(catalog, config.models, warn);
  const judges = availableJudges(catalog, config.models);
  const embedder = openEmbedder(catalog, config.models, warn);
  const sandbox = openSandbox();
  const texts = createTextWork(sandbox, textProgram, log);
  const settings: ModelSettings = {
    ...config.models,
    writeOffline: (tenantId, order) => texts.run(tenantId, offlineReader, order),
  };
  const providers = openProviders([...models, ...judges], settings);
  const [languageModel, roster, rubrics] = await Promise.all([
    providers,
    loadRoster(),
    loadRubrics(),
  ]);
  const onPoolError = (error: Error) =>
    log.warn({ err: error }, 'Lost an idle database connection');
  const { executorId, fence, leaseHeld } = lease;
  const pooled = databaseDirectUrl !== undefined;
  const pool = { fair: true, shareCommits: true, fence, applicationName: executorId, pooled };
  const database = openDatabase({ url: databaseUrl, onPoolError, ...pool });
  const signals = await openRunSignals(databaseDirectUrl ?? databaseUrl, log);
  return {
    database,
    lease,
    executorId,
    leaseHeld,
    roster,
    rubrics,
    models,
    judges,
    languageModel,
    embedder,
    ownModels: openOwnModels({
      catalog,
      settings: config.models,
      keySource,
      redact,
      warn,
    }),
    contexts: createContextIndexes(),
    sandbox,
    texts,
    hasPhases: config.hasPhases ?? false,
    limits,
    maxTenantNanoUsdPerDay: config.maxTenantNanoUsdPerDay ?? null,
    signals,
    runChanges: openRunChangePoller(database, signals, log),
    tracing: await openTracing({
      endpoint: config.tracesEndpoint,
      service: 'engine',
      warn: (message) => log.warn({ message }, 'Traces could not be sent'),
    }),
    log,
    redact,
    slots: createCallSlots(limits.maxConcurrent),
    inFlight: createCallsInFlight(),
    live: openLiveTexts(database, signals, executorId, log),
    forms: createKnownForms(),
    begunTasks: createBegunTasks(),
    suspects: createSemaphore({ permits: 1 }),
    health: await openModelHealth(database, signals),
    throttle: await openProviderThrottle(database, signals, config.providerLimits ?? {}),
  } satisfies Omit<EngineServices, 'material' | 'keySource' | 'effects'> & {
    lease: ExecutorLease;
    sandbox: Sandbox;
    tracing: Tracing | null;
  };
}

/** Connections that clients opened but never used do not count as idle, so they are cut. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), answerLimitMs);
  await app.close();
  clearTimeout(cut);
}
