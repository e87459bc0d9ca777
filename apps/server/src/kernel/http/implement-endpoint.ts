import { allEndpoints } from '@ecp/contract/all-endpoints';
import {
  type Endpoint,
  errorsByStatus,
  type RateTier,
  storesRecords,
} from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import { ErrorBody } from '@ecp/contract/declaring/scalars';
import { isRefusedByRowSecurity } from '@ecp/database/classify-database-error';
import type { Database } from '@ecp/database/database';
import type { Viewer } from '@ecp/database/share-commits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import {
  type LinkContext,
  type OpenContext,
  type PortalContext,
  type RequestContext,
  viewerOfPrincipal,
} from '../context.ts';
import { readDeviceCookie } from '../device-cookie.ts';
import { networkOf } from '../limits/rate-limiter.ts';
import type { AnswerVisitor, PortalVisitor, Principal } from '../principals.ts';
import type { Services } from '../services.ts';
import {
  authenticate,
  authenticateAnswerer,
  authenticateVisitor,
  authorize,
  refuseForeignOrigin,
} from './access.ts';
import { createIdempotentCommit } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    principal: Principal | null;
    visitor: PortalVisitor | null;
    answerer: AnswerVisitor | null;
  }
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

/** The validated parts of a request, and the raw pair for headers, cookies and streams. */
export interface RequestInput<E extends Endpoint> {
  params: StaticOf<E['params']>;
  query: StaticOf<E['query']>;
  body: StaticOf<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The place where a check looks for a resource: what the caller sees of the tenant. */
export interface ResourceScope {
  database: Database;
  tenantId: string;
  /** From the path or the client's portal token. */
  engagementId: string | undefined;
  /** Null for other callers. */
  visitor: PortalVisitor | null;
}

type RequireResource<Params> = (scope: ResourceScope, params: Params) => Promise<unknown>;

/**
 * JSON endpoints return their success body, or `reply` after sending it themselves; others send
 * through `reply`.
 */
type Output<E extends Endpoint> =
  StaticOf<E['responses'][keyof E['responses']]> extends infer Body
    ? [Body] extends [undefined]
      ? unknown
      : Body
    : never;
type ContextOf<E extends Endpoint> = E['credentials'] extends 'none'
  ? OpenContext
  : E['credentials'] extends 'portal'
    ? PortalContext
    : E['credentials'] extends 'answer_link'
      ? LinkContext
      : RequestContext;

/**
 * Registers an endpoint: checks authentication, rate, role and scope, subscription, existence, body
 * and quota, in this order, then calls `handler`. `requireResource` throws for a missing resource,
 * by default the engagement.
 */
export function implementEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handler: (context: ContextOf<E>, input: RequestInput<E>) => Promise<Output<E> | FastifyReply>,
  requireResource?: RequireResource<StaticOf<E['params']>>,
): void {
  // An unlisted endpoint would be missing in the description and in the tests of all endpoints.
  if (!allEndpoints.includes(endpoint))
    throw new Error(`${endpoint.name} is missing from the contract’s all-endpoints.ts`);
  const status = Number(Object.keys(endpoint.responses)[0]);
  const isJson = typeof endpoint.responses[status] !== 'string';
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: routeSchema(endpoint),
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: async (request, reply) => {
      const caller = await check(services, endpoint, request, reply);
      if (!caller) return;
      const scope = scopeOf(services, endpoint, request, caller.tenantId);
      if (requireResource) await requireResource(scope, request.params as StaticOf<E['params']>);
      else if (endpoint.body || endpoint.multipart)
        await requirePathEngagement(services, endpoint, scope);
    },
    ...(endpoint.bodyOptional ? { preValidation: fillBody } : {}),
    ...(storesRecords(endpoint)
      ? { preHandler: (request) => requireRoom(services, endpoint, request) }
      : {}),
    handler: async (request, reply) => {
      const context = buildContext(services, request) as ContextOf<E>;
      const { params, query, body } = request;
      const input = { params, query, body, request, reply } as RequestInput<E>;
      const result = await handler(context, input).catch(async (error: unknown) => {
        const tenantId = tenantOf(request);
        // A wall may have been put up, or the caller may have left it, between the reads of the
        // verb and its write.
        if (tenantId !== undefined && isRefusedByRowSecurity(error))
          await requirePathEngagement(
            services,
            endpoint,
            scopeOf(services, endpoint, request, tenantId),
          );
        throw error;
      });
      if (!isJson || reply.sent || result === reply) return reply;
      return reply.code(status).send(status < 300 ? result : undefined);
    },
  });
}

/** Checks access; returns the caller, or null if the endpoint needs no credentials. */
async function check(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ tenantId: string } | null> {
  if (endpoint.credentials === 'portal') return checkVisitor(services, endpoint, request, reply);
  if (endpoint.credentials === 'answer_link')
    return checkAnswerer(services, endpoint, request, reply);
  if (endpoint.credentials === 'none') {
    if (!endpoint.fromElsewhere) refuseForeignOrigin(request, services.config.baseUrl);
    await limitRate(services, endpoint.tier, `address:${networkOf(request.ip)}`, reply);
    return null;
  }
  const principal = await authenticate(services, request);
  request.principal = principal;
  const limited =
    principal.kind === 'api_key' ? `key:${principal.keyId}` : `tenant:${principal.tenantId}`;
  await limitRate(services, endpoint.tier, limited, reply);
  const engagementId = pathEngagementId(endpoint, request);
  authorize(endpoint, principal, { engagementId, now: services.clock.now() });
  return principal;
}

async function checkVisitor(
  services: Services,
  { tier, portalPermission }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PortalVisitor> {
  const visitor = await authenticateVisitor(services, request);
  request.visitor = visitor;
  await limitRate(services, tier, `portal:${visitor.tokenId}`, reply);
  if (portalPermission && !visitor.permissions.includes(portalPermission)) {
    throw new ApiError('portal_permission_missing', { values: { permission: portalPermission } });
  }
  return visitor;
}

async function checkAnswerer(
  services: Services,
  { tier }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AnswerVisitor> {
  const answerer = await authenticateAnswerer(services, request);
  request.answerer = answerer;
  await limitRate(services, tier, `answer:${answerer.linkHash.toString('hex')}`, reply);
  return answerer;
}

/**
 * Checks the quota of records. The file of a form is counted by the storage of attachments instead.
 */
async function requireRoom(
  { recordQuota }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const tenantId = tenantOf(request);
  if (tenantId === undefined) return;
  await recordQuota.requireRoom(tenantId, bytesToStore(endpoint, request));
}

/** A run, and a body of unknown length, count as large, so that the tenant is measured anew. */
function bytesToStore(endpoint: Endpoint, { body, headers }: FastifyRequest): number {
  if (endpoint.multipart) return 0;
  if (body === undefined || headers['content-length'] === undefined)
    return Number.POSITIVE_INFINITY;
  return Number(headers['content-length']);
}

async function fillBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

function pathEngagementId(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  return endpoint.engagementMissing ? (request.params as { id?: string }).id : undefined;
}

function scopeOf(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  tenantId: string,
): ResourceScope {
  const { visitor } = request;
  const database = services.database.seenBy(viewerOf(request));
  return {
    database,
    tenantId,
    engagementId: visitor?.engagementId ?? pathEngagementId(endpoint, request),
    visitor,
  };
}

async function requirePathEngagement(
  { access }: Services,
  endpoint: Endpoint,
  { database, tenantId, engagementId }: ResourceScope,
): Promise<void> {
  if (!endpoint.engagementMissing || engagementId === undefined) return;
  await access.requireEngagement(database, tenantId, engagementId, endpoint.engagementMissing);
}

/** The tenant of the caller, whoever it is. */
function tenantOf({ principal, visitor, answerer }: FastifyRequest): string | undefined {
  return (principal ?? visitor ?? answerer)?.tenantId;
}

/**
 * The viewer of the caller's transactions: a person, also through a key, or an engagement for its
 * clients.
 */
function viewerOf({ principal, visitor, answerer }: FastifyRequest): Viewer {
  if (principal) return viewerOfPrincipal(principal);
  if (visitor) return `engagement:${visitor.engagementId}`;
  return answerer ? `user:${answerer.userId}` : '*';
}

function buildContext(
  services: Services,
  request: FastifyRequest,
): RequestContext | PortalContext | LinkContext | OpenContext {
  const open: OpenContext = {
    services,
    ipAddress: request.ip,
    userAgent: readUserAgent(request),
    deviceToken: readDeviceCookie(request, services.config),
    requestId: request.id,
  };
  const { principal, visitor, answerer } = request;
  const tenantId = tenantOf(request);
  if (tenantId === undefined) return open;
  const database = services.database.seenBy(viewerOf(request));
  const transaction: RequestContext['transaction'] = (work) => database.withTenant(tenantId, work);
  const concluding = createIdempotentCommit(database, tenantId, request.idempotencyClaim);
  const own = {
    ...open,
    ...concluding,
    services: { ...services, database },
    tenantId,
    transaction,
  };
  if (principal) return { ...own, principal };
  if (visitor) return { ...own, visitor };
  return answerer ? { ...own, answerer } : open;
}

const maxUserAgentLength = 300;

function readUserAgent({ headers }: FastifyRequest): string | null {
  return headers['user-agent']?.slice(0, maxUserAgentLength) ?? null;
}

/**
 * Returns the schemas of the request and of the success response; Fastify requires a schema beside
 * a media type.
 */
function routeSchema(endpoint: Endpoint) {
  const { params, query, body, responses, otherForms = {} } = endpoint;
  const others = Object.fromEntries(
    Object.entries(otherForms).map(([type, schema]) => [type, { schema }]),
  );
  const success = Object.entries(responses).map(([status, answer]) => [
    status,
    typeof answer === 'string' ? { content: { [answer]: { schema: {} }, ...others } } : answer,
  ]);
  const errors = [...errorsByStatus(endpoint).keys()].map((status) => [status, ErrorBody]);
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: Object.fromEntries([...success, ...errors]),
  };
}

/** The sliding window in which requests are counted. */
export const windowMs = 60_000;

/** Counts the request in its tier and sets the RateLimit headers. Error: `rate_limited`. */
export async function limitRate(
  services: Services,
  tier: RateTier,
  key: string,
  reply: FastifyReply,
): Promise<void> {
  const limit = services.config.rateLimits[tier];
  const { allowed, remaining, resetSeconds } = await services.rateLimiter.hit(
    `${tier}:${key}`,
    limit,
    windowMs,
  );
  reply.header('ratelimit-policy', `"${tier}";q=${limit};w=${windowMs / 1000}`);
  reply.header('ratelimit', `"${tier}";r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  reply.header('retry-after', String(resetSeconds));
  throw new ApiError('rate_limited', { values: { seconds: resetSeconds } });
}
