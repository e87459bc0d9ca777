import { hash, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { startRedis } from '../../../testing/servers/start-redis.ts';
import { openRedisConnection } from '../redis-connection.ts';
import {
  createMemoryRateLimiter,
  createRedisRateLimiter,
  type RateLimiter,
} from './rate-limiter.ts';

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

/** A limiter, and a function that makes the requests of a key older. */
interface Place {
  limiter: RateLimiter;
  age(key: string, ms: number): Promise<void>;
}

async function openMemory(): Promise<Place> {
  let nowMs = 0;
  const age = async (_key: string, ms: number) => {
    nowMs += ms;
  };
  return { limiter: createMemoryRateLimiter(() => nowMs), age };
}

async function openRedis(url: string): Promise<Place> {
  const link = await openRedisConnection({ url, log });
  closers.push(() => link.close());
  const age = async (key: string, ms: number) => {
    const place = `ecp:rate:${hash('sha256', key, 'base64url')}`;
    const makeOlder = `for _, at in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
      redis.call('ZINCRBY', KEYS[1], ARGV[1], at)
    end`;
    const order = { keys: [place], arguments: [String(-1_000 * ms)] };
    const fail = () => Promise.reject(new Error('Redis was expected to answer'));
    await link.ask((client) => client.eval(makeOlder, order), fail);
  };
  return { limiter: createRedisRateLimiter(link, refuseToCount), age };
}

const places: [string, () => Promise<Place>][] = [
  ['in process', openMemory],
  ...(server
    ? [['in Redis', () => openRedis(server.url)] satisfies [string, () => Promise<Place>]]
    : []),
];
afterAll(async () => {
  for (const close of closers) await close();
  await server?.stop();
});

describe.each(places)('sliding window %s', (_title, open) => {
  test('counts down, refuses, and says when to try again', async () => {
    const { limiter } = await open();
    const key = randomUUID();
    const hit = () => limiter.hit(key, 2, 60_000);
    expect(await hit()).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
    expect(await hit()).toEqual({ allowed: true, remaining: 0, resetSeconds: 60 });
    expect(await hit()).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(await limiter.hit(randomUUID(), 2, 60_000)).toMatchObject({ allowed: true });
  });

  test('peek counts nothing, and returns what a hit would', async () => {
    const { limiter } = await open();
    const key = randomUUID();
    for (let i = 0; i < 3; i++)
      expect(await limiter.peek(key, 1, 60_000)).toMatchObject({ allowed: true });
    await limiter.hit(key, 1, 60_000);
    expect(await limiter.peek(key, 1, 60_000)).toMatchObject({ allowed: false, remaining: 0 });
  });

  // LIM-8
  test('each request leaves the window separately; refused ones never enter it', async () => {
    const { limiter, age } = await open();
    const key = randomUUID();
    const windowMs = 60_000;
    const hit = () => limiter.hit(key, 2, windowMs);
    await hit();
    await age(key, windowMs / 2);
    await hit();
    expect(await hit()).toMatchObject({ allowed: false });
    await age(key, windowMs / 2);
    expect(await hit()).toMatchObject({ allowed: true, remaining: 0 });
    expect(await hit()).toMatchObject({ allowed: false });
  });

  test('of 200 concurrent requests exactly the limit is allowed', async () => {
    const { limiter } = await open();
    const key = randomUUID();
    const decisions = await Promise.all(
      Array.from({ length: 200 }, () => limiter.hit(key, 50, 60_000)),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(50);
  });
});

test('a window of a minute is fresh in 60 seconds, at any fraction of a millisecond', async () => {
  const limiter = createMemoryRateLimiter(() => 5538.6);
  expect(await limiter.hit(randomUUID(), 2, 60_000)).toMatchObject({ resetSeconds: 60 });
});

test.runIf(server)('several connections to Redis share one exact count', async () => {
  const limiters = await Promise.all(
    Array.from({ length: 4 }, () => openRedisLimiter(server?.url ?? '')),
  );
  const key = randomUUID();
  let allowed = 0;
  for (let round = 0; round < 10; round += 1) {
    const hits = limiters.flatMap((limiter) =>
      Array.from({ length: 10 }, () => limiter.hit(key, 150, 60_000)),
    );
    allowed += (await Promise.all(hits)).filter((hit) => hit.allowed).length;
  }
  expect(allowed).toBe(150);
});
