import { ApiError } from '@ecp/contract/declaring/errors';
import type { Statement } from '@ecp/database/statement';
import type { FastifyRequest } from 'fastify';
import type { AnswerVisitor, PortalVisitor, Principal } from '../context.ts';
import type { Services } from '../services.ts';

/**
 * Finds the caller by a Bearer key, else by the session cookie (ACS-1, ACS-2). With a key, `read` travels in the same
 * round trip, and its rows wait in `request.readWithKey` until the caller is authorised.
 * Errors: `authentication_required` without credentials, `invalid_api_key` for an unusable key (ACS-3).
 */
export async function authenticate(
  services: Services,
  request: FastifyRequest,
  read?: Statement<unknown>,
): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const key = readBearer(authorization);
    const found = key === undefined ? null : await services.access.findKeyPrincipal(services, key, read);
    if (!found) throw new ApiError('invalid_api_key');
    request.readWithKey = found.rows;
    return found.principal;
  }
  const principal = await services.access.findSessionPrincipal(services, request);
  if (!principal) throw new ApiError('authentication_required');
  refuseForeignOrigin(request, services.config.baseUrl);
  return principal;
}

/**
 * Finds the client who calls the portal, by Bearer token only (POR-5). Errors: `authentication_required` without a
 * token, `invalid_portal_token` for one that is unknown, expired or revoked.
 */
export async function authenticateVisitor(services: Services, request: FastifyRequest): Promise<PortalVisitor> {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new ApiError('authentication_required');
  const token = readBearer(authorization);
  const visitor = token === undefined ? null : await services.access.findPortalVisitor(services.database, token);
  if (!visitor) throw new ApiError('invalid_portal_token');
  return visitor;
}

/**
 * Finds the person who answers by a mailed link, by Bearer token only (ASK-9). Errors: `authentication_required` without
 * a token, `invalid_answer_link` for any that opens nothing.
 */
export async function authenticateAnswerer(services: Services, request: FastifyRequest): Promise<AnswerVisitor> {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new ApiError('authentication_required');
  const token = readBearer(authorization);
  const answerer = token === undefined ? null : await services.access.findAnswerVisitor(services.database, token);
  if (!answerer) throw new ApiError('invalid_answer_link');
  return answerer;
}

const readBearer = (authorization: string): string | undefined => /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];

/** Refuses a state-changing cookie request from another site (AUT-13). */
export function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  if (!own.includes(origin)) throw new ApiError('foreign_origin');
}
