import { hash } from 'node:crypto';
import type { RedisConnection } from '../cache/redis-connection.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

/**
 * Logs a key's allowed requests by time. It is exact, and atomic because Redis runs one script at a time. It uses the
 * clock of Redis, so processes need not agree on theirs. Returns allowed (0 or 1), used, and microseconds to wait.
 */
const slidingWindow = `
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local window = ARGV[2] * 1000
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - window))
  local used = redis.call('ZCARD', KEYS[1])
  local allowed = used < tonumber(ARGV[1]) and 1 or 0
  if allowed == 1 and ARGV[3] == 'count' then
    local at = string.format('%.0f', now)
    redis.call('ZADD', KEYS[1], at, at .. ':' .. used)
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    used = used + 1
  end
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  local fresh = (oldest[2] or now) + window - now
  return { allowed, used, fresh }`;

/** A limiter that is exact across processes; while Redis is down, `alone` counts for this process. */
export function createRedisRateLimiter(redis: RedisConnection, alone: RateLimiter): RateLimiter {
  const decide = (key: string, limit: number, windowMs: number, purpose: 'count' | 'look') =>
    redis.ask(
      async (client) => {
        // Keys may contain an email address, which Redis must not learn.
        const place = `ecp:rate:${hash('sha256', key, 'base64url')}`;
        const answer = await client.eval(slidingWindow, {
          keys: [place],
          arguments: [String(limit), String(windowMs), purpose],
        });
        return toDecision(answer, limit);
      },
      () => (purpose === 'count' ? alone.hit(key, limit, windowMs) : alone.peek(key, limit, windowMs)),
    );
  return {
    hit: (key, limit, windowMs) => decide(key, limit, windowMs, 'count'),
    peek: (key, limit, windowMs) => decide(key, limit, windowMs, 'look'),
  };
}

function toDecision(answer: unknown, limit: number): RateDecision {
  const [allowed = 0, used = 0, freshMicros = 0] = Array.isArray(answer) ? answer.map(Number) : [];
  return {
    allowed: allowed === 1,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil(freshMicros / 1_000_000)),
  };
}
