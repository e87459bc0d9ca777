import { LRUCache } from 'lru-cache';
import type { RedisConnection } from './redis-connection.ts';

/**
 * Caches texts that can be made again, by tenant and name. An entry may vanish at any time, but is
 * never wrong.
 */
export interface Cache {
  get(tenantId: string, name: string): Promise<string | null>;
  set(tenantId: string, name: string, text: string): Promise<void>;
  forget(tenantId: string): Promise<void>;
}

/**
 * An in-process cache that evicts the least recently used text; `maxBytes` bounds texts and names
 * (as UTF-16).
 */
export function createMemoryCache(maxBytes: number): Cache {
  const entries = new Map<string, string>();
  let sizeBytes = 0;
  const sizeOf = (key: string, text: string) => 2 * (key.length + text.length);
  const drop = (key: string) => {
    const text = entries.get(key);
    if (text === undefined) return;
    entries.delete(key);
    sizeBytes -= sizeOf(key, text);
  };
  return {
    async get(tenantId, name) {
      const key = `${tenantId} ${name}`;
      const text = entries.get(key);
      if (text === undefined) return null;
      entries.delete(key);
      entries.set(key, text);
      return text;
    },
    async set(tenantId, name, text) {
      const key = `${tenantId} ${name}`;
      drop(key);
      if (sizeOf(key, text) > maxBytes) return;
      entries.set(key, text);
      sizeBytes += sizeOf(key, text);
      for (const oldest of entries.keys()) {
        if (sizeBytes <= maxBytes) return;
        drop(oldest);
      }
    },
    async forget(tenantId) {
      for (const key of [...entries.keys()]) if (key.startsWith(`${tenantId} `)) drop(key);
    },
  };
}

/** A tenant's entries expire together, this long after the last was set. */
const keptSeconds = 600;

const placeOf = (tenantId: string) => `ecp:cache:${tenantId}`;

/**
 * A cache that processes share, with one hash per tenant. While Redis is down, it finds and stores
 * nothing.
 */
export function createRedisCache(redis: RedisConnection): Cache {
  return {
    get: (tenantId, name) =>
      redis.ask(
        (client) => client.hGet(placeOf(tenantId), name),
        () => null,
      ),
    set: (tenantId, name, text) =>
      redis.ask(
        async (client) => {
          await client
            .multi()
            .hSet(placeOf(tenantId), name, text)
            .expire(placeOf(tenantId), keptSeconds)
            .exec();
        },
        () => undefined,
      ),
    forget: (tenantId) =>
      redis.ask(
        async (client) => {
          await client.del(placeOf(tenantId));
        },
        () => undefined,
      ),
  };
}

export interface EncodedBody {
  bytes: Buffer;
  link: string | null;
}

/**
 * Keeps encoded bodies in this process, by tenant and name, each with the tag of the state that it
 * shows.
 */
export interface EncodedBodies {
  get(tenantId: string, name: string, etag: string): EncodedBody | null;
  set(tenantId: string, name: string, etag: string, body: EncodedBody): void;
  forget(tenantId: string): void;
  close(): void;
}

/**
 * A body that nobody has read for this long is dropped, so that erased texts leave the memory of
 * each process.
 */
const bodiesKeptMs = 600_000;
/** Interval of the look for such bodies. One timer for all is cheaper than one for each. */
const purgeEveryMs = 60_000;

/** Opens the store. Beyond `maxBytes` it drops the least recently read bodies first. */
export function createEncodedBodies(maxBytes: number): EncodedBodies {
  const entries = new LRUCache<string, { etag: string; body: EncodedBody }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => 2 * key.length + body.bytes.length,
    ttl: bodiesKeptMs,
    updateAgeOnGet: true,
    // The cache would keep the clock of its own load, which fake timers do not move.
    perf: performance,
  });
  const purging = setInterval(() => entries.purgeStale(), purgeEveryMs).unref();
  return {
    get(tenantId, name, etag) {
      const entry = entries.get(bodyKey(tenantId, name));
      return entry?.etag === etag ? entry.body : null;
    },
    set(tenantId, name, etag, body) {
      entries.set(bodyKey(tenantId, name), { etag, body });
    },
    forget(tenantId) {
      for (const key of [...entries.keys()])
        if (key.startsWith(`${tenantId} `)) entries.delete(key);
    },
    close: () => clearInterval(purging),
  };
}

const bodyKey = (tenantId: string, name: string) => `${tenantId} ${name}`;
