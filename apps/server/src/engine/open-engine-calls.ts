import type { ControlledEngineRun, EngineRun } from '@ecp/contract/engine/engine-api';
import type { Agent } from '@ecp/contract/reach/service';
import type { Database } from '@ecp/database/database';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { Logger } from 'pino';
import { cleanValue } from '../kernel/clean-value.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import type { EngineClient, RunEffects } from '../kernel/ports.ts';
import { EngineUnavailableError } from '../material/engine-client/engine-client.ts';
import { loadRoster } from './agents/roster.ts';
import { listCalls } from './call/budget.ts';
import type { CallerServices } from './call/engine-services.ts';
import { createCallsInFlight } from './call/gate.ts';
import { orderModelTest, type TestedModel } from './call/order-model-test.ts';
import { createContextIndexes } from './context/text-index.ts';
import { type RunRef, readLogs } from './kernel/events.ts';
import { openLiveTexts } from './kernel/live-texts.ts';
import { lockRun } from './kernel/questions.ts';
import { readRunEvents, waitForEvents } from './kernel/read-run-events.ts';
import { EngineRequestError, readRunState, runNotFound, toEngineRun } from './kernel/runs.ts';
import { openRunChangePoller, openRunSignals } from './kernel/waiting.ts';
import { answerQuestion, wakeWaitingRun } from './lifecycle/answer-question.ts';
import {
  pauseRun,
  resumeRun,
  stopRun,
  takeSnapshot,
  type WithinChange,
} from './lifecycle/control-run.ts';
import {
  answerQuestions,
  draftStatement,
  judgeText,
  writeSlides,
} from './lifecycle/order-calls.ts';
import { insertOrder, makePlan } from './lifecycle/start-run.ts';
import { offlineModel } from './models/available-models.ts';
import { cacheOffers } from './models/cached-offers.ts';
import type { ServedModels } from './models/served-models.ts';
import { noModel, requireWorker } from './models/workers.ts';
import { loadRubrics } from './steps/evaluating/evaluate-deliverable.ts';

/** How long a caller waits for work that calls models. */
const orderWaitMs = 120_000;
const gridWaitMs = 60_000;
const callsOfPage = 1_000;

interface EngineCallOptions {
  database: Database;
  /** Address of the database without a pooler between, because the process listens on it. */
  databaseUrl: string;
  /** Id of this process among the readers of texts in progress. */
  processId: string;
  log: Logger;
  redact: Redact;
  /** The effects of what people do to a run, in the transaction of each event. */
  effects: RunEffects;
  keys: KeyRing;
  /** Returns the models of a tenant's own keys; null where those of the installation serve it. */
  ownModels(tenantId: string): Promise<ServedModels | null>;
}

/**
 * Opens the calls of the engine for a process that may execute no run itself: they write what the
 * workers read from the database, and read what those have written.
 */
export async function openEngineCalls(options: EngineCallOptions): Promise<EngineClient> {
  const { database, effects, log } = options;
  const [roster, rubrics] = await Promise.all([loadRoster(), loadRubrics()]);
  const signals = await openRunSignals(options.databaseUrl, log);
  const runChanges = openRunChangePoller(database, signals, log);
  const base = {
    database,
    effects,
    signals,
    runChanges,
    live: openLiveTexts(database, signals, options.processId, log),
    inFlight: createCallsInFlight(),
    contexts: createContextIndexes(),
    roster,
    rubrics,
    log,
  };
  const readShared = cacheOffers(database);
  const servicesOf = async (tenantId: string): Promise<CallerServices> => ({
    ...base,
    ...(await readShared()),
    ...(await options.ownModels(tenantId)),
  });
  const clean = <Value>(value: Value): Value => cleanValue(value, options.redact);
  /** Reads or changes records, which needs no worker. */
  const answer = <Result>(work: () => Promise<Result>): Promise<Result> =>
    explained(async () => clean(await work()));
  /** Gives the workers work, and waits for its end or for the limit of the wait. */
  const order = <Result>(
    tenantId: string,
    work: (services: CallerServices) => Promise<Result>,
  ): Promise<Result> =>
    answer(async () => {
      await requireWorker(database);
      return work(await servicesOf(tenantId));
    });
  /** Gives the workers work that prices or calls models. */
  const orderOfModels = <Result>(
    tenantId: string,
    work: (services: CallerServices) => Promise<Result>,
  ): Promise<Result> =>
    order(tenantId, (services) => {
      if (services.models.length === 0) throw noModel();
      return work(services);
    });
  const test = (tenantId: string, tested: TestedModel) =>
    answer(async () => {
      await requireWorker(database);
      return orderModelTest({ database, signals, keys: options.keys }, tenantId, tested);
    });
  const closing = new AbortController();
  const untilClosed = (signal: AbortSignal = closing.signal) =>
    AbortSignal.any([signal, closing.signal]);
  const readSnapshot = (ref: RunRef) =>
    database.withTenant(ref.tenantId, (tx) => takeSnapshot(tx, ref));
  const readState = async (ref: RunRef): Promise<EngineRun> => {
    const run = await readRunState(database, ref);
    if (!run) throw runNotFound();
    return toEngineRun(run, run.status === 'paused' ? await readSnapshot(ref) : null);
  };
  const control =
    (change: typeof pauseRun) =>
    (tenantId: string, runId: string, andThen?: WithinChange): Promise<ControlledEngineRun> =>
      order(tenantId, async (services) => {
        const changed = await change(services, { tenantId, runId }, andThen);
        return { ...(await readState({ tenantId, runId })), changed };
      });
  const agents = roster.agents.map(({ slug, name, role, department, description }): Agent => {
    return { slug, name, role, department, description };
  });

  return {
    testModel: (tenantId, model) => test(tenantId, { model }),
    tryModelKey: (tenantId, key) => test(tenantId, { key }),
    listAgents: async () => agents,
    listModels: (tenantId) =>
      answer(async () => {
        const { models } = tenantId === null ? await readShared() : await servicesOf(tenantId);
        return models.map(
          ({ id, provider, tier, inputPerMillion, outputPerMillion, contextWindow = null }) => {
            return { id, provider, tier, inputPerMillion, outputPerMillion, contextWindow };
          },
        );
      }),
    openOrder: (tenantId) =>
      explained(async () => {
        await requireWorker(database);
        const services = await servicesOf(tenantId);
        return {
          place: (tx, request) =>
            explained(
              async () =>
                void (await insertOrder(tx, services, tenantId, { kind: 'run', order: request })),
            ),
        };
      }),
    makePlan: (tenantId, request) =>
      orderOfModels(tenantId, (services) =>
        makePlan(services, tenantId, request, orderWaitMs, untilClosed()),
      ),
    judge: (tenantId, request) =>
      orderOfModels(tenantId, (services) =>
        judgeText(services, tenantId, request, { waitMs: orderWaitMs, signal: untilClosed() }),
      ),
    draftQuery: (tenantId, request) =>
      orderOfModels(tenantId, (services) =>
        draftStatement(services, tenantId, request, { waitMs: orderWaitMs, signal: untilClosed() }),
      ),
    answerGrid: (tenantId, request, signal) =>
      orderOfModels(tenantId, (services) =>
        answerQuestions(services, tenantId, request, {
          waitMs: gridWaitMs,
          signal: untilClosed(signal),
        }),
      ),
    writeStoryline: (tenantId, request, signal) =>
      orderOfModels(tenantId, (services) =>
        writeSlides(services, tenantId, request, {
          waitMs: orderWaitMs,
          signal: untilClosed(signal),
        }),
      ),
    getRun: (tenantId, runId) =>
      answer(async () => {
        const run = await readRunState(database, { tenantId, runId });
        return run === null ? null : readState({ tenantId, runId });
      }),
    pauseRun: control(pauseRun),
    resumeRun: control(resumeRun),
    stopRun: control(stopRun),
    lockRun: (tx, tenantId, runId) => lockRun(tx, { tenantId, runId }),
    wakeRun: (tx, tenantId, runId) => wakeWaitingRun(tx, { tenantId, runId }),
    answerQuestion: (tx, tenantId, { runId, questionId }, personAnswer) =>
      answerQuestion(tx, { tenantId, runId }, questionId, personAnswer),
    listEvents: (tenantId, runId, page, signal) =>
      answer(() => waitForEvents(base, { tenantId, runId }, page, untilClosed(signal))),
    getLogs: (tenantId, runId, offset) =>
      answer(async () => {
        const logs = await readLogs(database, { tenantId, runId }, offset);
        if (!logs) throw runNotFound();
        return logs;
      }),
    async *readRunEvents(tenantId, runId, after, signal) {
      const events = readRunEvents(base, { tenantId, runId }, after, untilClosed(signal));
      for await (const event of events) yield clean(event);
    },
    async checkHealth() {
      await answer(() => requireWorker(database));
    },
    listCalls: (tenantId, engagementId, after) =>
      answer(async () => {
        const page = { engagementId, after, limit: callsOfPage };
        const { calls, ...rest } = await listCalls(database, tenantId, page);
        const { models, judges } = await servicesOf(tenantId);
        const shared = await readShared();
        const knownModels = [
          ...shared.models,
          ...shared.judges,
          ...models,
          ...judges,
          offlineModel,
        ];
        const providers = new Map(knownModels.map(({ id, provider }) => [id, provider]));
        const callsWithProviders = calls.map((call) => {
          return { ...call, provider: providers.get(call.model) ?? null };
        });
        return { ...rest, calls: callsWithProviders };
      }),
    async close() {
      closing.abort();
      await runChanges.close();
      await signals.close();
    },
  };
}

/** Turns the refusals of the engine into the error that the work above knows. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineRequestError)) throw error;
    const { status, code, message } = error;
    throw new EngineUnavailableError(message, status === 503 ? null : status, {
      code,
      cause: error,
    });
  }
}
