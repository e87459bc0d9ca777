import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { schemaController } from '@ecp/contract/declaring/compile-validator';
import { engineApi, runImageLimits, tenantHeader } from '@ecp/contract/engine/engine-api';
import { engineGridApi } from '@ecp/contract/engine/engine-grid-answers';
import { engineJudgementApi } from '@ecp/contract/engine/engine-judgements';
import { enginePlanApi } from '@ecp/contract/engine/engine-plans';
import { engineQueryDraftApi } from '@ecp/contract/engine/engine-query-drafts';
import { engineStorylineApi } from '@ecp/contract/engine/engine-storylines';
import { modelAccessHeader } from '@ecp/contract/engine/model-access';
import { openReadinessCheck } from '@ecp/database/readiness';
import type { WorkQueue } from '@ecp/durable-work/work-queue';
import { traceRequests } from '@ecp/tracing/trace-requests';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import Fastify from 'fastify';
import { listCalls } from './call/budget.ts';
import { type EngineServices, servicesOf } from './call/engine-services.ts';
import { testKey, testModel } from './call/test-model.ts';
import { streamEvents, waitForEvents } from './kernel/event-stream.ts';
import { type RunRef, readLogs } from './kernel/events.ts';
import { storeImage } from './kernel/images.ts';
import {
  countActiveRuns,
  EngineRequestError,
  readRunState,
  runNotFound,
  toEngineRun,
} from './kernel/runs.ts';
import { isTransientDatabaseError } from './kernel/waiting.ts';
import { answerQuestion } from './lifecycle/answer-question.ts';
import { pauseRun, resumeRun, stopRun, takeSnapshot } from './lifecycle/control-run.ts';
import { eraseEngagement } from './lifecycle/erasure.ts';
import {
  answerQuestions,
  draftStatement,
  judgeText,
  makePlan,
  startRun,
  writeSlides,
} from './lifecycle/start-run.ts';
import { offlineModel } from './models/available-models.ts';
import { UnreadableKeysError } from './models/key-requests.ts';

/** Requests that need no credentials. */
const openPaths = new Set<string | undefined>(['/health', '/live', '/ready']);

/**
 * Builds the HTTP application. Every request except /health, /live and /ready must have `token`
 * (engine-api).
 */
export async function buildApp(services: EngineApp, token: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    schemaController,
    // An address that the router cannot read.
    frameworkErrors: sendError,
    // The close serves requests that arrive on open connections: their work is durable, and any
    // process continues it.
    return503OnClosing: false,
  });
  await app.register(traceRequests, { trace: 'caller' });
  const expected = digest(`Bearer ${token}`);
  app.addHook('onRequest', async (request) => {
    // No id contains U+0000, and Postgres refuses it.
    if (request.url.includes('%00')) throw new EngineRequestError(404, 'not_found', 'Not found');
    if (openPaths.has(request.routeOptions.url)) return;
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new EngineRequestError(401, 'unauthorized', 'The engine token is missing or wrong');
    }
  });
  app.setNotFoundHandler(() => {
    throw new EngineRequestError(404, 'not_found', 'Not found');
  });
  app.setErrorHandler(sendError);
  registerRoutes(app, services);
  return app;
}

function sendError(
  error: FastifyError | EngineRequestError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = toAnswer(error);
  if (answer.status >= 500) request.log.error({ err: error }, 'Request failed');
  reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .send({ error: answer.error, code: answer.code, requestId: request.id });
}

function toAnswer(error: FastifyError | EngineRequestError): {
  status: number;
  code: string;
  error: string;
} {
  if (error instanceof EngineRequestError)
    return { status: error.status, code: error.code, error: error.message };
  if (unreadableBodies.has(error.code))
    return { status: 400, code: 'invalid_json', error: 'Invalid JSON' };
  const status = error.validation ? 400 : (error.statusCode ?? 500);
  if (status >= 400 && status < 500)
    return { status, code: 'invalid_request', error: error.message };
  if (isTransientDatabaseError(error))
    return { status: 503, code: 'unavailable', error: 'The database cannot be reached' };
  return { status: 500, code: 'internal_error', error: 'Internal error' };
}

/** Fastify's codes for a body that is no JSON. */
const unreadableBodies = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

type EngineApp = EngineServices & { queue: WorkQueue; version: string };

/** Far above any number of events, and within Postgres's bigint. */
const maxEventNumber = Number.MAX_SAFE_INTEGER;

const maxBodyBytes = 64 * 1024 * 1024;

type App = ReturnType<typeof typed>;
const typed = (instance: FastifyInstance) => instance.withTypeProvider<TypeBoxTypeProvider>();

function registerRoutes(instance: FastifyInstance, services: EngineApp): void {
  const app = typed(instance);
  registerImages(app, services);
  registerService(app, services);
  registerRuns(app, services);
  registerEvents(app, services);
  registerPlans(app, services);
  app.route({
    ...spec(engineApi.listCalls),
    handler: async (request) => {
      const { after = '', limit = 1_000 } = request.query;
      const page = await listCalls(services.database, tenantOf(request), {
        ...request.params,
        after,
        limit,
      });
      const { models, judges } = await ownServices(services, request);
      const providers = new Map(
        [...services.models, ...services.judges, ...models, ...judges, offlineModel].map(
          ({ id, provider }) => [id, provider],
        ),
      );
      const calls = page.calls.map((call) => ({
        ...call,
        provider: providers.get(call.model) ?? null,
      }));
      return { ...page, calls };
    },
  });
  app.route({
    ...spec(engineApi.eraseEngagement),
    handler: async (request) => {
      const { engagementId } = request.params;
      await eraseEngagement(services, tenantOf(request), engagementId, request.body?.runIds ?? []);
      return { success: true };
    },
  });
}

function registerService(app: App, services: EngineApp): void {
  const { database, leaseHeld, roster, version } = services;
  app.route({
    ...spec(engineApi.health),
    handler: async () => ({
      status: 'ok' as const,
      service: 'engine' as const,
      version,
      activeRuns: await countActiveRuns(database),
      timestamp: new Date().toISOString(),
    }),
  });
  app.get('/live', async () => ({ status: 'ok' }));
  const check = openReadinessCheck(database.pool, leaseHeld);
  app.addHook('preClose', async () => check.close());
  app.get('/ready', async (request, reply) => {
    const state = await check.read();
    if (state.ready) return state;
    const error = { error: 'Not ready', code: 'unavailable', requestId: request.id };
    return reply.code(503).send({ ...error, ...state });
  });
  app.route({
    ...spec(engineApi.agents),
    handler: async () => ({
      agents: roster.agents.map(({ slug, name, role, department, description }) => {
        return { slug, name, role, department, description };
      }),
    }),
  });
  app.route({
    ...spec(engineApi.models),
    handler: async (request) => {
      const { models } = await ownServices(services, request);
      return {
        models: models.map(
          ({ id, provider, tier, inputPerMillion, outputPerMillion, contextWindow = null }) => {
            return { id, provider, tier, inputPerMillion, outputPerMillion, contextWindow };
          },
        ),
      };
    },
  });
  app.route({
    ...spec(engineApi.testModel),
    handler: async (request) => {
      const own = await ownServices(services, request);
      const model = [...own.models, ...own.judges].find(({ id }) => id === request.body.model);
      if (!model) throw new EngineRequestError(400, 'unknown_model', 'The model is not configured');
      return testModel(own, tenantOf(request), model);
    },
  });
  app.route({
    ...spec(engineApi.testModelKey),
    handler: (request) => testKey(services, tenantOf(request), request.body),
  });
}

function registerImages(app: App, { database }: EngineApp): void {
  app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.route({
    ...spec(engineApi.storeImage),
    bodyLimit: runImageLimits.imageBytes,
    handler: async (request) => {
      const { engagementId, sha256 } = request.params;
      await storeImage(database, tenantOf(request), {
        engagementId,
        sha256,
        content: request.body,
      });
      return { success: true };
    },
  });
}

function registerRuns(app: App, services: EngineApp): void {
  const { database } = services;
  const state = async (ref: RunRef) => {
    const run = await readRunState(database, ref);
    if (!run) throw runNotFound();
    return toEngineRun(run, run.status === 'paused' ? await takeSnapshot(database, run) : null);
  };
  app.route({
    ...spec(engineApi.startRun),
    bodyLimit: maxBodyBytes,
    handler: async (request) => {
      const own = await ownServices(services, request);
      return toEngineRun(await startRun(own, tenantOf(request), request.body), null);
    },
  });
  app.route({ ...spec(engineApi.getRun), handler: (request) => state(runOf(request)) });
  app.route({
    ...spec(engineApi.answerQuestion),
    handler: async (request) => {
      return {
        accepted: await answerQuestion(
          services,
          runOf(request),
          request.params.questionId,
          request.body,
        ),
      };
    },
  });
  for (const [endpoint, verb] of [
    [engineApi.pauseRun, pauseRun],
    [engineApi.resumeRun, resumeRun],
    [engineApi.stopRun, stopRun],
  ] as const) {
    app.route({
      ...spec(endpoint),
      handler: async (request) => {
        const ref = runOf(request);
        const changed = await verb(services, ref);
        return { ...(await state(ref)), changed };
      },
    });
  }
}

function registerEvents(app: App, services: EngineApp): void {
  const { database } = services;
  const goneSignal = watchReaders(app);
  app.route({
    ...spec(engineApi.listEvents),
    handler: async (request, reply) => {
      const { after = 0, limit = 200, waitMs = 0 } = request.query;
      const page = { after: Math.min(after, maxEventNumber), limit, waitMs };
      const read = await waitForEvents(services, runOf(request), page, goneSignal(reply));
      if (!read) throw runNotFound();
      return read;
    },
  });
  app.route({
    ...spec(engineApi.getLogs),
    handler: async (request) => {
      const logs = await readLogs(
        database,
        runOf(request),
        Math.min(request.query.offset ?? 0, maxEventNumber),
      );
      if (!logs) throw runNotFound();
      return logs;
    },
  });
  app.route({
    ...spec(engineApi.streamRun),
    handler: async (request, reply) => {
      const ref = runOf(request);
      if (!(await readRunState(database, ref))) throw runNotFound();
      const seen = Number.parseInt(String(request.headers['last-event-id'] ?? ''), 10) || 0;
      const after = Math.min(Math.max(seen, 0), maxEventNumber);
      return streamEvents(services, ref, { after, signal: goneSignal(reply) }, reply);
    },
  });
}

function registerPlans(app: App, services: EngineApp): void {
  const goneSignal = watchReaders(app);
  app.route({
    ...spec(enginePlanApi),
    bodyLimit: maxBodyBytes,
    handler: async (request, reply) => {
      const { waitMs = 0 } = request.query;
      const own = await ownServices(services, request);
      return makePlan(own, tenantOf(request), request.body, waitMs, goneSignal(reply));
    },
  });
  app.route({
    ...spec(engineJudgementApi),
    bodyLimit: maxBodyBytes,
    handler: async (request, reply) => {
      const { waitMs = 0 } = request.query;
      const own = await ownServices(services, request);
      return judgeText(own, tenantOf(request), request.body, waitMs, goneSignal(reply));
    },
  });
  app.route({
    ...spec(engineQueryDraftApi),
    bodyLimit: maxBodyBytes,
    handler: async (request, reply) => {
      const { waitMs = 0 } = request.query;
      const own = await ownServices(services, request);
      return draftStatement(own, tenantOf(request), request.body, waitMs, goneSignal(reply));
    },
  });
  app.route({
    ...spec(engineStorylineApi),
    bodyLimit: maxBodyBytes,
    handler: async (request, reply) => {
      const { waitMs = 0 } = request.query;
      const own = await ownServices(services, request);
      return writeSlides(own, tenantOf(request), request.body, waitMs, goneSignal(reply));
    },
  });
  app.route({
    ...spec(engineGridApi),
    bodyLimit: maxBodyBytes,
    handler: async (request, reply) => {
      const { waitMs = 0 } = request.query;
      const own = await ownServices(services, request);
      return answerQuestions(own, tenantOf(request), request.body, waitMs, goneSignal(reply));
    },
  });
}

/**
 * Makes a signal for each reader that aborts when it disconnects and at a close, which must not
 * wait for long runs.
 */
function watchReaders(app: App): (reply: FastifyReply) => AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  return (reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return AbortSignal.any([gone.signal, closing.signal]);
  };
}

function spec<const E extends { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string }>({
  method,
  url,
  ...schema
}: E) {
  return { method, url, schema };
}

function tenantOf(request: FastifyRequest): string {
  const tenantId = request.headers[tenantHeader];
  if (typeof tenantId !== 'string' || tenantId === '') {
    throw new EngineRequestError(400, 'tenant_required', `The header ${tenantHeader} is required`);
  }
  return tenantId;
}

/** Time for the platform, which waits for this request, to give a tenant's keys. */
const keysLimitMs = 10_000;

/**
 * Returns the services with the models of the tenant that the request is for. Error: 503
 * `unavailable`.
 */
async function ownServices(
  services: EngineServices,
  { headers }: FastifyRequest,
): Promise<EngineServices> {
  const given = headers[modelAccessHeader];
  const [url, token] = typeof given === 'string' ? given.split(' ') : [];
  try {
    return await servicesOf(services, url && token ? { url, token } : undefined, keysLimitMs);
  } catch (error) {
    if (error instanceof UnreadableKeysError)
      throw new EngineRequestError(503, 'unavailable', error.message);
    throw error;
  }
}

function runOf(request: FastifyRequest): RunRef {
  return { tenantId: tenantOf(request), runId: (request.params as { runId: string }).runId };
}
