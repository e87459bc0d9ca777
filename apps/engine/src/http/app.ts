import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { schemaController } from '@ecp/contract/declaring/compile-validator';
import { traceRequests } from '@ecp/tracing/trace-requests';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { EngineRequestError } from '../kernel/engine-errors.ts';
import { isTransientDatabaseError } from '../kernel/waiting.ts';
import { type EngineApp, registerRoutes } from './routes.ts';

/** Serves the requests that need no credentials. */
const openPaths = new Set<string | undefined>(['/health', '/live', '/ready']);

/**
 * Builds the engine's HTTP application. Every request except /health, /live and /ready must have `token`
 * (packages/contract, engine-api).
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
    // The close serves requests that arrive on open connections: their work is durable, and any process continues it.
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

function sendError(error: FastifyError | EngineRequestError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toAnswer(error);
  if (answer.status >= 500) request.log.error({ err: error }, 'Request failed');
  reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .send({ error: answer.error, code: answer.code, requestId: request.id });
}

function toAnswer(error: FastifyError | EngineRequestError): { status: number; code: string; error: string } {
  if (error instanceof EngineRequestError) return { status: error.status, code: error.code, error: error.message };
  if (unreadableBodies.has(error.code)) return { status: 400, code: 'invalid_json', error: 'Invalid JSON' };
  const status = error.validation ? 400 : (error.statusCode ?? 500);
  if (status >= 400 && status < 500) return { status, code: 'invalid_request', error: error.message };
  if (isTransientDatabaseError(error))
    return { status: 503, code: 'unavailable', error: 'The database cannot be reached' };
  return { status: 500, code: 'internal_error', error: 'Internal error' };
}

/** Fastify's codes for a body that is no JSON. */
const unreadableBodies = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
