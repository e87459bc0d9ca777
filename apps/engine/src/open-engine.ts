import { openDatabase } from '@ecp/database/database';
import { claimExecutorSlot } from '@ecp/database/executor-slot';
import { migrate } from '@ecp/database/migrate';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageFile from '../package.json' with { type: 'json' };
import { loadRoster } from './agents/load-roster.ts';
import { buildApp } from './app.ts';
import { recoverLostCalls } from './budget/recover-lost-calls.ts';
import { type CallLimits, defaultCallLimits } from './calls/call-limits.ts';
import { createCallSlots } from './calls/call-slots.ts';
import { createCallsInFlight } from './calls/calls-in-flight.ts';
import type { CallDependencies } from './calls/make-call.ts';
import type { EngineConfig } from './config.ts';
import { loadRubrics } from './evaluation/load-rubrics.ts';
import { availableModels } from './models/available-models.ts';
import { type CatalogModel, loadCatalog } from './models/catalog.ts';
import { createLanguageModel } from './models/providers.ts';
import { launchDurableRuns } from './runs/durable-runs.ts';
import { openRunSignals } from './runs/run-signals.ts';
import { watchDeadExecutors } from './runs/take-over-runs.ts';
import { watchStops } from './runs/watch-stops.ts';

/** Requests that are being answered get this long to finish at a close. */
const answerLimitMs = 1_000;
/** Calls in flight get this long to finish at a close; later ones count at their worst case. */
const drainLimitMs = 5_000;

export interface Engine {
  app: FastifyInstance;
  models: CatalogModel[];
  /** Settles when this process has lost its claim on its work: another may take it over, so it must end. */
  lost: Promise<Error>;
  close(): Promise<void>;
}

/** Opens everything an engine process needs and takes up unfinished work; main and tests open the same one. */
export async function openEngine(
  config: EngineConfig,
  log: Logger,
  limits: CallLimits = defaultCallLimits,
): Promise<Engine> {
  const models = availableModels(loadCatalog(config.models.catalogPath), config.models, (line) => log.warn(line));
  const [roster, rubrics] = await Promise.all([loadRoster(), loadRubrics(), migrate(config.databaseUrl)]);
  const database = openDatabase({
    url: config.databaseUrl,
    onPoolError: (error) => log.warn({ err: error }, 'Lost an idle database connection'),
  });
  const slot = await claimExecutorSlot(config.databaseUrl, 'engine');
  const signals = await openRunSignals(config.databaseUrl, log);
  const opened = new Map<string, ReturnType<typeof createLanguageModel>>();
  const services: CallDependencies = {
    database,
    executorId: slot.executorId,
    roster,
    rubrics,
    models,
    languageModel(entry) {
      const key = `${entry.provider}/${entry.id}`;
      const model = opened.get(key) ?? createLanguageModel(entry, config.models);
      opened.set(key, model);
      return model;
    },
    limits,
    signals,
    log,
    slots: createCallSlots(limits.maxConcurrent),
    inFlight: createCallsInFlight(),
  };
  const lostCalls = await recoverLostCalls(database, slot.executorId);
  if (lostCalls > 0)
    log.warn({ lostCalls }, 'Calls were in flight when the engine last stopped; counted at worst case');
  const runs = await launchDurableRuns(config.databaseUrl, services);
  const unwatch = watchStops(services);
  const unwatchDead = watchDeadExecutors(services, config.databaseUrl);
  const app = await buildApp({ ...services, client: runs.client, version: packageFile.version }, config.token);
  return {
    app,
    models,
    lost: slot.lost,
    async close() {
      // Connections that a client opened ahead and never used do not count as idle.
      const cut = setTimeout(() => app.server.closeAllConnections(), answerLimitMs);
      await app.close();
      clearTimeout(cut);
      unwatch();
      await unwatchDead();
      await Promise.race([services.slots.drain(), new Promise((resolve) => setTimeout(resolve, drainLimitMs).unref())]);
      await runs.close();
      await signals.close();
      await slot.release();
      await database.close();
    },
  };
}
