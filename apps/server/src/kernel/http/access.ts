import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { FastifyRequest } from 'fastify';
import { isToolCall, requireLevel, requireRecentProof } from '../context.ts';
import type {
  AnswerVisitor,
  KeyPrincipal,
  PortalVisitor,
  Principal,
  SessionPrincipal,
} from '../principals.ts';
import type { Services } from '../services.ts';

/**
 * Finds the caller by Bearer key, else by session cookie. Errors: `authentication_required`,
 * `invalid_api_key`.
 */
export async function authenticate(
  services: Services,
  request: FastifyRequest,
): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const key = readBearer(authorization);
    const { findKeyPrincipal, findAssistantPrincipal } = services.access;
    const find = isToolCall() ? findAssistantPrincipal : findKeyPrincipal;
    const found = key === undefined ? null : await find(services, key);
    if (!found) throw new ApiError('invalid_api_key');
    return found;
  }
  const principal = await services.access.findSessionPrincipal(services, request);
  if (!principal) throw new ApiError('authentication_required');
  refuseForeignOrigin(request, services.config.baseUrl);
  return principal;
}

/** The path at which an assistant learns how to get a token for `/mcp` (RFC 9728). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';

/**
 * Finds the assistant by Bearer key or token only; the answer to others says where tokens are
 * given. Errors: `authentication_required`, `invalid_api_key`, `foreign_origin`.
 */
export async function authenticateAssistant(
  services: Services,
  request: FastifyRequest,
): Promise<KeyPrincipal> {
  const { baseUrl } = services.config;
  refuseForeignOrigin(request, baseUrl);
  const challenge = `Bearer resource_metadata="${baseUrl}${resourceMetadataPath}"`;
  const { authorization } = request.headers;
  if (authorization === undefined) {
    throw new ApiError('authentication_required', { headers: { 'www-authenticate': challenge } });
  }
  const token = readBearer(authorization);
  const found =
    token === undefined ? null : await services.access.findAssistantPrincipal(services, token);
  // RFC 6750 names the error only to who has sent a token.
  const refused = `${challenge}, error="invalid_token", error_description="The key or token is unknown, expired or ended"`;
  if (!found) throw new ApiError('invalid_api_key', { headers: { 'www-authenticate': refused } });
  return found;
}

/**
 * Finds the portal's client by Bearer token only. Errors: `authentication_required`,
 * `invalid_portal_token`.
 */
export async function authenticateVisitor(
  services: Services,
  request: FastifyRequest,
): Promise<PortalVisitor> {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new ApiError('authentication_required');
  const token = readBearer(authorization);
  const visitor =
    token === undefined ? null : await services.access.findPortalVisitor(services.database, token);
  if (!visitor) throw new ApiError('invalid_portal_token');
  return visitor;
}

/**
 * Finds who answers by a mailed link, by Bearer token. Errors: `authentication_required`,
 * `invalid_answer_link`.
 */
export async function authenticateAnswerer(
  services: Services,
  request: FastifyRequest,
): Promise<AnswerVisitor> {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new ApiError('authentication_required');
  const token = readBearer(authorization);
  const answerer =
    token === undefined ? null : await services.access.findAnswerVisitor(services.database, token);
  if (!answerer) throw new ApiError('invalid_answer_link');
  return answerer;
}

/** Returns the token of a Bearer header; undefined for any other. */
export const readBearer = (authorization: string): string | undefined =>
  /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];

/** Refuses a state-changing cookie request from another site. */
export function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  if (!own.includes(origin)) throw new ApiError('foreign_origin');
}

/** The request that is checked: the engagement in its path, if there is one, and its time. */
interface CheckedRequest {
  engagementId: string | undefined;
  now: Date;
}

/** Checks role and scope, then the tenant's policies, then the subscription. */
export function authorize(
  endpoint: Endpoint,
  principal: Principal,
  { engagementId, now }: CheckedRequest,
): void {
  if (principal.kind === 'api_key') authorizeKey(endpoint, principal, engagementId);
  else authorizeSession(endpoint, principal, now);
  if (endpoint.subscription && !principal.subscriptionActive)
    throw new ApiError('subscription_required');
}

function authorizeSession(endpoint: Endpoint, principal: SessionPrincipal, now: Date): void {
  requireLevel(endpoint.level, principal.role);
  if (principal.secondFactorMissing && !endpoint.beforeEnrolment)
    throw new ApiError('second_factor_missing');
  if (principal.stepUpRequired && endpoint.stepUp) requireRecentProof(principal, now);
}

function authorizeKey(
  endpoint: Endpoint,
  key: KeyPrincipal,
  engagementId: string | undefined,
): void {
  if (endpoint.credentials === 'session' || endpoint.level === 'owner')
    throw new ApiError('session_required');
  if (key.engagementId !== null && endpoint.engagementKeyAccess !== 'open') {
    const elsewhere =
      endpoint.engagementKeyAccess === 'tenant' || key.engagementId !== engagementId;
    if (elsewhere) throw new ApiError('key_restricted');
  }
  if (key.scope === 'read_only') {
    if (endpoint.method !== 'GET') throw new ApiError('read_only_api_key');
    if (endpoint.level === 'admin' && !endpoint.readOnlyKeys)
      throw new ApiError('admin_access_required');
  }
  requireLevel(endpoint.level, key.makerRole);
}
