import type { RateTier } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { FastifyReply } from 'fastify';
import type { Services } from '../services.ts';

const windowMs = 60_000;

/** Counts the request in its tier and sets the RateLimit headers (LIM-11, LIM-12). Error: `rate_limited`. */
export async function limitRate(services: Services, tier: RateTier, key: string, reply: FastifyReply): Promise<void> {
  const limit = services.config.rateLimits[tier];
  const { allowed, remaining, resetSeconds } = await services.rateLimiter.hit(`${tier}:${key}`, limit, windowMs);
  reply.header('ratelimit-policy', `"${tier}";q=${limit};w=${windowMs / 1000}`);
  reply.header('ratelimit', `"${tier}";r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  reply.header('retry-after', String(resetSeconds));
  throw new ApiError('rate_limited', { values: { seconds: resetSeconds } });
}
