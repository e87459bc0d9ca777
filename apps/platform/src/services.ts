import type { Database } from '@ecp/database/database';
import type { FastifyBaseLogger } from 'fastify';
import type { PlatformConfig } from './config.ts';
import type { DurableWork } from './durable-work.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import type { EngineClient } from './runs/engine-client.ts';

/** What verbs need from the outside; main.ts and tests open them, buildApp receives them. */
export interface Services {
  config: PlatformConfig;
  database: Database;
  engine: EngineClient;
  rateLimiter: RateLimiter;
  durable: DurableWork;
  clock: { now(): Date };
  log: FastifyBaseLogger;
}
