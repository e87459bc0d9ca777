import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis } from '../../testing/servers/start-redis.ts';
import { type Cache, createMemoryCache, createRedisCache } from './cache.ts';
import { openRedisConnection, type RedisConnection } from './redis-connection.ts';

const server = await startRedis();
const link: RedisConnection | null = server
  ? await openRedisConnection({ url: server.url, log: pino({ level: 'fatal' }) })
  : null;
const places: [string, () => Cache][] = [
  ['in process', () => createMemoryCache(1_000_000)],
  ...(link ? [['in Redis', () => createRedisCache(link)] satisfies [string, () => Cache]] : []),
];
afterAll(async () => {
  await link?.close();
  await server?.stop();
});

// SET-7
describe.each(places)('cache %s', (_title, open) => {
  let cache: Cache;
  beforeAll(() => {
    cache = open();
  });

  test('returns what was set last, and nothing of another tenant or name', async () => {
    const [tenant, other] = [randomUUID(), randomUUID()];
    expect(await cache.get(tenant, 'list')).toBeNull();
    await cache.set(tenant, 'list', 'first');
    await cache.set(tenant, 'list', 'zweites ✓ "\n');
    expect(await cache.get(tenant, 'list')).toBe('zweites ✓ "\n');
    expect(await cache.get(tenant, 'lists')).toBeNull();
    expect(await cache.get(other, 'list')).toBeNull();
  });

  test('forgets all entries of one tenant, and only of that one', async () => {
    const [tenant, other] = [randomUUID(), randomUUID()];
    for (const name of ['a', 'b']) {
      await cache.set(tenant, name, 'marker');
      await cache.set(other, name, 'kept');
    }
    await cache.forget(tenant);
    expect([await cache.get(tenant, 'a'), await cache.get(tenant, 'b')]).toEqual([null, null]);
    expect(await cache.get(other, 'b')).toBe('kept');
  });
});

test('in process, the least recently used text is evicted, and a text that is too large is not stored', async () => {
  const cache = createMemoryCache(1_000);
  const text = 'x'.repeat(190);
  await cache.set('t', 'a', text);
  await cache.set('t', 'b', text);
  await cache.get('t', 'a');
  await cache.set('t', 'c', text);
  expect([await cache.get('t', 'a'), await cache.get('t', 'b'), await cache.get('t', 'c')]).toEqual(
    [text, null, text],
  );
  await cache.set('t', 'c', 'x'.repeat(500));
  expect(await cache.get('t', 'c')).toBeNull();
  expect(await cache.get('t', 'a')).toBe(text);
});
