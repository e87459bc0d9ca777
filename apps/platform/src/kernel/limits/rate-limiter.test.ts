import { randomUUID } from 'node:crypto';
import { pollUntil } from '@ecp/testing/poll-until';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { startRedis } from '../../../testing/servers/start-redis.ts';
import { openRedisConnection } from '../redis-connection.ts';
import { createMemoryRateLimiter, createRedisRateLimiter, type RateLimiter } from './rate-limiter.ts';

const server = await startRedis();
const closers: (() => Promise<void>)[] = [];
const log = pino({ level: 'fatal' });
const refuseToCount = createMemoryRateLimiter(() => {
  throw new Error('Redis was expected to answer');
});

async function openRedisLimiter(url: string): Promise<RateLimiter> {
  const link = await openRedisConnection({ url, log });
  closers.push(() => link.close());
  return createRedisRateLimiter(link, refuseToCount);
}

const places: [string, () => Promise<RateLimiter>][] = [
  ['in process', async () => createMemoryRateLimiter()],
  ...(server ? [['in Redis', () => openRedisLimiter(server.url)] satisfies [string, () => Promise<RateLimiter>]] : []),
];
afterAll(async () => {
  for (const close of closers) await close();
  await server?.stop();
});

describe.each(places)('sliding window %s', (_title, open) => {
  test('counts down, refuses, and says when to try again', async () => {
    const limiter = await open();
    const key = randomUUID();
    const hit = () => limiter.hit(key, 2, 60_000);
    expect(await hit()).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
    expect(await hit()).toEqual({ allowed: true, remaining: 0, resetSeconds: 60 });
    expect(await hit()).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(await limiter.hit(randomUUID(), 2, 60_000)).toMatchObject({ allowed: true });
  });

  test('peek counts nothing, and returns what a hit would', async () => {
    const limiter = await open();
    const key = randomUUID();
    for (let i = 0; i < 3; i++) expect(await limiter.peek(key, 1, 60_000)).toMatchObject({ allowed: true });
    await limiter.hit(key, 1, 60_000);
    expect(await limiter.peek(key, 1, 60_000)).toMatchObject({ allowed: false, remaining: 0 });
  });

  // LIM-8
  test('each request leaves the window separately; refused ones never enter it', async () => {
    const limiter = await open();
    const key = randomUUID();
    const windowMs = 8_000;
    const startedMs = performance.now();
    await limiter.hit(key, 2, windowMs);
    const secondMs = await pollUntil(
      async () => performance.now(),
      (now) => now - startedMs > windowMs / 2,
    );
    await limiter.hit(key, 2, windowMs);
    const refused = pollUntil(
      () => limiter.hit(key, 2, windowMs),
      ({ allowed }) => allowed,
    );
    expect(await refused).toMatchObject({ allowed: true, remaining: 0 });
    const thirdMs = performance.now();
    expect(thirdMs - startedMs).toBeGreaterThanOrEqual(windowMs - 5);
    expect(thirdMs - secondMs).toBeLessThan(windowMs);
  });

  test('of 200 concurrent requests exactly the limit is allowed', async () => {
    const limiter = await open();
    const key = randomUUID();
    const decisions = await Promise.all(Array.from({ length: 200 }, () => limiter.hit(key, 50, 60_000)));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(50);
  });
});

test('a window of a minute is fresh in 60 seconds, at any fraction of a millisecond', async () => {
  const limiter = createMemoryRateLimiter(() => 5538.6);
  expect(await limiter.hit(randomUUID(), 2, 60_000)).toMatchObject({ resetSeconds: 60 });
});

test.runIf(server)('several connections to Redis share one exact count', async () => {
  const limiters = await Promise.all(Array.from({ length: 4 }, () => openRedisLimiter(server?.url ?? '')));
  const key = randomUUID();
  let allowed = 0;
  for (let round = 0; round < 10; round += 1) {
    const hits = limiters.flatMap((limiter) => Array.from({ length: 10 }, () => limiter.hit(key, 150, 60_000)));
    allowed += (await Promise.all(hits)).filter((hit) => hit.allowed).length;
  }
  expect(allowed).toBe(150);
});
