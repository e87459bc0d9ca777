import { randomUUID } from 'node:crypto';
import { pollUntil } from '@ecp/testing/poll-until';
import { createClient } from '@redis/client';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { startRedis } from '../../../testing/servers/start-redis.ts';
import { openRedisConnection } from '../redis-connection.ts';
import {
  createMemoryStreamSlots,
  createRedisStreamSlots,
  maxStreams,
  type StreamSlots,
} from './stream-slots.ts';

const server = await startRedis();
const log = pino({ level: 'silent' });
const closers: (() => Promise<void> | void)[] = [];
async function openRedisSlots(url: string): Promise<StreamSlots> {
  const link = await openRedisConnection({ url, log });
  const slots = createRedisStreamSlots(link);
  closers.push(slots.close, () => link.close());
  return slots;
}
const places: [string, () => Promise<StreamSlots>][] = [
  ['in process', async () => createMemoryStreamSlots()],
  ['without its Redis', () => openRedisSlots('redis://127.0.0.1:1')],
  ...(server
    ? [
        ['in Redis', () => openRedisSlots(server.url)] satisfies [
          string,
          () => Promise<StreamSlots>,
        ],
      ]
    : []),
];
afterAll(async () => {
  for (const close of closers) await close();
  await server?.stop();
});

const taken = (results: unknown[]) => results.filter((result) => result !== null).length;

describe.each(places)('stream slots %s', (_title, open) => {
  // LIM-14
  test('a caller gets 20 places, a tenant 200, and a place that is given back once more', async () => {
    const slots = await open();
    const tenantId = randomUUID();
    const owner = { tenantId, caller: randomUUID() };
    const results = await Promise.all(Array.from({ length: 30 }, () => slots.take(owner)));
    expect(taken(results)).toBe(maxStreams.caller);
    const release = results.find((result) => result !== null);
    release?.();
    release?.();
    const again = await pollUntil(
      () => slots.take(owner),
      (place) => place !== null,
    );
    expect(again).not.toBeNull();
    expect(await slots.take(owner)).toBeNull();
    const others = Array.from({ length: 300 }, (_, n) => slots.take({ tenantId, caller: `${n}` }));
    expect(taken(await Promise.all(others))).toBe(maxStreams.tenant - maxStreams.caller);
    expect(
      await slots.take({ ...owner, tenantId: randomUUID(), caller: randomUUID() }),
    ).not.toBeNull();
  });
});

// LIM-14
test.runIf(server)(
  'processes that share a Redis count together, and a place that nobody renews expires',
  async () => {
    const url = server?.url ?? '';
    const [first, second] = [await openRedisSlots(url), await openRedisSlots(url)];
    const owner = { tenantId: randomUUID(), caller: randomUUID() };
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? first : second).take(owner)),
    );
    expect(taken(results)).toBe(maxStreams.caller);
    expect(await second.take(owner)).toBeNull();
    const client = await createClient({ url }).connect();
    const keys = await client.keys('ecp:streams:*');
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0);
    // A dead process leaves places that have expired.
    for (const key of keys) {
      for (const member of await client.zRange(key, 0, -1))
        await client.zAdd(key, { value: member, score: 1 });
    }
    await client.close();
    expect(await second.take(owner)).not.toBeNull();
  },
);
