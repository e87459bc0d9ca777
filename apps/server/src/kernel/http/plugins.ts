import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { allEndpoints, namedSchemas } from '@ecp/contract/all-endpoints';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { buildOpenApi } from '@ecp/contract/declaring/openapi';
import exchanges from '@ecp/contract/exchanges.json' with { type: 'json' };
import { webhookPayloads } from '@ecp/contract/reach/webhook-payloads';
import { withReserve } from '@ecp/database/pool';
import { openReadinessCheck } from '@ecp/database/readiness';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import plugin from 'fastify-plugin';
import type { Services } from '../services.ts';
import { errorBody, sendError } from './errors.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' data:",
].join('; ');

/** Headers of every response: no other origin. */
const fixedHeaders = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': contentSecurityPolicy,
};

/**
 * Returns the default headers of every response, with the request id that also appears in errors
 * and logs. What is read may be kept by its reader and is revalidated before each use. The answer
 * to anything else is kept nowhere: many hold a secret that is shown once, such as a key, a link or
 * recovery codes.
 */
function commonHeaders(requestId: string, method: string | undefined): Record<string, string> {
  const isRead = method === 'GET' || method === 'HEAD';
  const cacheControl = isRead ? 'private, no-cache' : 'no-store';
  return { ...fixedHeaders, 'cache-control': cacheControl, 'x-request-id': requestId };
}

/**
 * Paths with a secret in them: links of clients, of questions, of files, those that end mails, and
 * those that mails send to sign in, to set a password or to confirm an address.
 */
const secretPaths =
  /^\/(?:(?:api\/)?(?:portal|answer|unsubscribe|downloads)|reset-password|confirm-address|sign-in\/link)(?:[/?]|$)/;

/** Headers of such a path: it stays out of search engines, and no other site learns it. */
const secretPathHeaders = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
};

export const securityHeaders = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request.id, request.method));
    // The address of a route is that of its declaration, however the request spells it.
    if (secretPaths.test(request.routeOptions.url ?? request.url)) reply.headers(secretPathHeaders);
  });
});

/**
 * Responds 404 to a request whose address the router cannot read, such as one with broken
 * percent-encoding.
 */
export function respondToUnroutable(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers(commonHeaders(request.id, request.method));
  if (secretPaths.test(request.url)) reply.headers(secretPathHeaders);
  sendError(request, reply, new ApiError('not_found'));
}

const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Responds to bytes that are no HTTP request in the shape of every error, and hangs up. */
export function respondToUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const failure = new ApiError(parserErrors[error.code ?? ''] ?? 'invalid_request');
  const body = JSON.stringify(errorBody(failure, requestId));
  const headers = {
    ...commonHeaders(requestId, undefined),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`,
  );
}

/**
 * Paths that answer although all connections to the database are taken: sign-in, sessions, the
 * person, and health.
 */
const essentialPaths = /^\/(api\/(auth|me|admin\/health)|ready)(\/|$)/;

/** Lets essential requests use the reserve of database connections. */
export const essentialRequests = plugin(async (app: FastifyInstance) => {
  // This needs the callback form: a context entered in an async hook would end with the hook.
  app.addHook('onRequest', (request, _reply, done) => {
    if (essentialPaths.test(request.routeOptions.url ?? '')) withReserve(done);
    else done();
  });
});

/** Seconds after which the state may have changed. */
const retryAfterSeconds = '1';

/**
 * Serves `GET /ready` without credentials: 200 while this process can serve, else 503 with what is
 * missing.
 */
export const readiness = plugin(
  async (app: FastifyInstance, { services }: { services: Services }) => {
    const check = openReadinessCheck(services.database.pool, services.leaseHeld);
    app.addHook('preClose', async () => check.close());
    app.get('/ready', async (request, reply) => {
      const state = await check.read();
      if (state.ready) return reply.send(state);
      const error = errorBody(new ApiError('service_unavailable'), request.id);
      return reply
        .code(503)
        .header('retry-after', retryAfterSeconds)
        .send({ ...error, ...state });
    });
  },
);

/** Serves the API's description, OpenAPI 3.1, at `/api/openapi.json`. */
export const openApi = plugin(async (app: FastifyInstance) => {
  // Built at the first request, because most processes never serve it.
  let document: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(
      buildOpenApi({
        endpoints: allEndpoints,
        events: webhookPayloads,
        named: namedSchemas,
        exchanges,
      }),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
});

/**
 * Logs each request as one line at debug, so that info shows what matters; errors keep their level.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const record = {
      req: request,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    };
    if (error) reply.log.error({ ...record, err: error }, 'Request failed');
    else reply.log.debug(record, 'Request answered');
  }

  override routeNotFound(): void {}
}
