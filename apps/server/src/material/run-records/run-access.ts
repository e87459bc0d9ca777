import { type Endpoint, errorsByStatus } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import { ErrorBody } from '@ecp/contract/declaring/scalars';
import type { FastifyRequest } from 'fastify';
import { type RunAccessPurpose, type RunTarget, readRunToken } from '../../kernel/keys/tokens.ts';
import { networkOf } from '../../kernel/limits/rate-limiter.ts';
import type { Services } from '../../kernel/services.ts';
import { findRun, isActive } from './run-state.ts';

const windowMs = 60_000;
/**
 * Requests of a run in a window: its agents ask in parallel, and each citation of a query is
 * checked by running it.
 */
const requestsOfRun = 600;
/** The number of wrong tokens that a network address may send in a window before it is refused. */
const refusalsOfAddress = 60;

declare module 'fastify' {
  interface FastifyRequest {
    runTarget?: RunTarget;
  }
}

/**
 * Returns an internal route for the engine that checks the token of a run before it reads a body.
 */
export function declareRunRoute(services: Services, purpose: RunAccessPurpose, endpoint: Endpoint) {
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
      request.runTarget = await checkToken(services, purpose, request);
    },
  };
}

/** Returns the target of the checked token. */
export function runTargetOf({ runTarget }: FastifyRequest): RunTarget {
  if (!runTarget) throw new ApiError('authentication_required');
  return runTarget;
}

async function checkToken(
  services: Services,
  purpose: RunAccessPurpose,
  { headers, ip }: FastifyRequest,
): Promise<RunTarget> {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const target = await openRunAccess(services, purpose, token).catch(async (error: unknown) => {
    const isRefused = error instanceof ApiError && error.code === 'authentication_required';
    if (isRefused) await limit(services, `run token refusals:${networkOf(ip)}`, refusalsOfAddress);
    throw error;
  });
  await limit(services, `${purpose}:${target.runId}`, requestsOfRun);
  return target;
}

async function limit({ rateLimiter }: Services, key: string, requests: number): Promise<void> {
  const { allowed, resetSeconds } = await rateLimiter.hit(key, requests, windowMs);
  if (allowed) return;
  const headers = { 'retry-after': String(resetSeconds) };
  throw new ApiError('rate_limited', { values: { seconds: resetSeconds }, headers });
}

/**
 * Returns what a run's token opens. `authentication_required` for a wrong token and for an ended
 * run alike.
 */
async function openRunAccess(
  { keys, database }: Pick<Services, 'keys' | 'database'>,
  purpose: RunAccessPurpose,
  token: string,
): Promise<RunTarget> {
  const target = readRunToken(keys, purpose, token);
  const run = target && (await findRun(database, target.tenantId, target.runId));
  if (!run || run.engagement_id !== target.engagementId || !isActive(run.status)) {
    throw new ApiError('authentication_required');
  }
  return target;
}
