import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { RedisConnection } from '../redis-connection.ts';

interface RateDecision {
  allowed: boolean;
  remaining: number;
  /**
   * Seconds until a request is allowed again (if refused) or the window is empty (if allowed); at
   * least 1.
   */
  resetSeconds: number;
}

/** Exact sliding window. */
export interface RateLimiter {
  /** Counts a request and decides about it. A refused request is not counted. */
  hit(key: string, limit: number, windowMs: number): Promise<RateDecision>;
  /** Returns what `hit` would decide now; counts nothing. */
  peek(key: string, limit: number, windowMs: number): Promise<RateDecision>;
}

interface Window {
  /** The times of the allowed requests of a key, oldest first. */
  times: number[];
  /** Index of the first one that is still in the window. */
  first: number;
  windowMs: number;
}

/**
 * Moves `first` past the times up to `untilMs`. They are removed once they are half, because that
 * moves the rest.
 */
function dropOld(window: Window, untilMs: number): void {
  const { times } = window;
  while ((times[window.first] ?? Number.POSITIVE_INFINITY) <= untilMs) window.first += 1;
  if (window.first * 2 <= times.length) return;
  times.splice(0, window.first);
  window.first = 0;
}

/**
 * An in-process limiter. It stores the time of each allowed request of the window by key and drops
 * idle keys.
 */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const windows = new Map<string, Window>();
  let nextSweepMs = 0;

  const sweep = (currentMs: number) => {
    if (currentMs < nextSweepMs) return;
    nextSweepMs = currentMs + 60_000;
    for (const [key, { times, windowMs }] of windows) {
      if ((times.at(-1) ?? 0) <= currentMs - windowMs) windows.delete(key);
    }
  };

  const decide = (key: string, limit: number, windowMs: number, counts: boolean): RateDecision => {
    const currentMs = now();
    sweep(currentMs);
    const window = windows.get(key) ?? { times: [], first: 0, windowMs };
    dropOld(window, currentMs - windowMs);
    const { times } = window;
    const allowed = times.length - window.first < limit;
    if (allowed && counts) {
      times.push(currentMs);
      windows.set(key, window);
    }
    const oldestMs = times[window.first] ?? currentMs;
    return {
      allowed,
      remaining: Math.max(0, limit - (times.length - window.first)),
      resetSeconds: Math.max(1, Math.ceil((windowMs - (currentMs - oldestMs)) / 1000)),
    };
  };

  return {
    hit: async (key, limit, windowMs) => decide(key, limit, windowMs, true),
    peek: async (key, limit, windowMs) => decide(key, limit, windowMs, false),
  };
}

/**
 * Logs a key's allowed requests by Redis's clock. Returns allowed (0 or 1), used, and microseconds
 * to wait.
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

/**
 * A limiter that is exact across processes; while Redis is down, `alone` counts for this process.
 */
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
      () =>
        purpose === 'count' ? alone.hit(key, limit, windowMs) : alone.peek(key, limit, windowMs),
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

/**
 * Returns the network in which an attempt to sign in counts: the /24 of an IPv4 address, the /64 of
 * an IPv6 address.
 */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address);
  if (!ipaddr.IPv4.isValidFourPartDecimal(network)) return network;
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${network}/24`).toString()}/24`;
}

/**
 * Returns what limits count for an address: IPv4, also mapped into IPv6, or the /64 network of
 * IPv6, which one subscriber has whole. Other text stays.
 */
export function networkOf(address: string): string {
  // A zone names an interface of this machine.
  const [withoutZone = ''] = address.split('%', 1);
  if (!ipaddr.isValid(withoutZone)) return address;
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
