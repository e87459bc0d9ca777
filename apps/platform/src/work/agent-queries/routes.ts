import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { errorsByStatus } from '@ecp/contract/declaring/endpoint-errors';
import { ApiError } from '@ecp/contract/declaring/errors';
import { ErrorBody } from '@ecp/contract/declaring/scalars';
import type { RunQueryBody } from '@ecp/contract/engine/query-access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendEncoded } from '../../kernel/http/answers/send-encoded.ts';
import { networkOf } from '../../kernel/limits/network-of.ts';
import type { Services } from '../../kernel/services.ts';
import type { QueryTarget } from '../tables/query-tokens.ts';
import { verifyQuery } from '../tables/verify-query.ts';
import { runQuery, verifyRunQuery } from './internal-endpoints.ts';
import { openQueryAccess } from './open-query-access.ts';
import { runAgentQuery } from './run-agent-query.ts';

const windowMs = 60_000;
/** Requests of a run in a window: its agents ask in parallel, and each citation of a query is checked by running it. */
const requestsOfRun = 600;
/** Refused tokens of a network address in a window. */
const refusalsOfAddress = 60;

declare module 'fastify' {
  interface FastifyRequest {
    queryTarget: QueryTarget | null;
  }
}

/** Registers the two routes with which the engine queries tables. They are not part of the API (TAB-13, TAB-15). */
export function registerAgentQueryRoutes(app: FastifyInstance, services: Services): void {
  app.decorateRequest('queryTarget', null);
  app.route({
    ...routeOf(services, runQuery),
    handler: async (request, reply) => {
      const answer = await runAgentQuery(services, targetOf(request), request.body as RunQueryBody);
      return sendEncoded(reply, answer.text);
    },
  });
  app.route({
    ...routeOf(services, verifyRunQuery),
    handler: async (request) => {
      const { tenantId, engagementId } = targetOf(request);
      const { queryId } = request.params as { queryId: string };
      return verifyQuery(services, tenantId, { engagementId, queryId, isAwaited: false });
    },
  });
}

/** Returns a route that checks the token before it reads a body. */
function routeOf(services: Services, endpoint: Endpoint) {
  const { method, path, params, body, responses, maxBodyBytes } = endpoint;
  const errors = [...errorsByStatus(endpoint).keys()].map((status) => [status, ErrorBody]);
  return {
    method,
    url: path,
    config: { endpoint },
    schema: {
      ...(params ? { params } : {}),
      ...(body ? { body } : {}),
      response: Object.fromEntries([...Object.entries(responses), ...errors]),
    },
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    onRequest: async (request: FastifyRequest) => {
      request.queryTarget = await checkToken(services, request);
    },
  };
}

async function checkToken(services: Services, { headers, ip }: FastifyRequest): Promise<QueryTarget> {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const target = await openQueryAccess(services, token).catch(async (error: unknown) => {
    const isRefused = error instanceof ApiError && error.code === 'authentication_required';
    if (isRefused) await limit(services, `query refusals:${networkOf(ip)}`, refusalsOfAddress);
    throw error;
  });
  await limit(services, `queries:${target.runId}`, requestsOfRun);
  return target;
}

async function limit({ rateLimiter }: Services, key: string, requests: number): Promise<void> {
  const { allowed, resetSeconds } = await rateLimiter.hit(key, requests, windowMs);
  if (allowed) return;
  const headers = { 'retry-after': String(resetSeconds) };
  throw new ApiError('rate_limited', { values: { seconds: resetSeconds }, headers });
}

function targetOf({ queryTarget }: FastifyRequest): QueryTarget {
  if (!queryTarget) throw new ApiError('authentication_required');
  return queryTarget;
}
