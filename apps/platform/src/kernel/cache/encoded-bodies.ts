import { LRUCache } from 'lru-cache';

/** A response body as it is sent. */
export interface EncodedBody {
  bytes: Buffer;
  /** The `Link` header; null without one. */
  link: string | null;
}

/** Keeps encoded bodies in this process, by tenant and name, each with the tag of the state that it shows. */
export interface EncodedBodies {
  /** Returns the body of that state, if it is kept. */
  get(tenantId: string, name: string, etag: string): EncodedBody | null;
  /** Keeps a body instead of the one before it. */
  set(tenantId: string, name: string, etag: string, body: EncodedBody): void;
  /** Drops all bodies of a tenant. */
  forget(tenantId: string): void;
  /** Ends the dropping of bodies that nobody reads. */
  close(): void;
}

/** A body that nobody has read for this long is dropped, so that erased texts leave the memory of each process. */
const keptMs = 600_000;
/** Interval of the look for such bodies. One timer for all is cheaper than one for each. */
const purgeEveryMs = 60_000;

/** Opens the store. Beyond `maxBytes` it drops the least recently read bodies first. */
export function createEncodedBodies(maxBytes: number): EncodedBodies {
  const entries = new LRUCache<string, { etag: string; body: EncodedBody }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => 2 * key.length + body.bytes.length,
    ttl: keptMs,
    updateAgeOnGet: true,
    // The cache would keep the clock of its own load, which fake timers do not move.
    perf: performance,
  });
  const purging = setInterval(() => entries.purgeStale(), purgeEveryMs).unref();
  return {
    get(tenantId, name, etag) {
      const entry = entries.get(keyOf(tenantId, name));
      return entry?.etag === etag ? entry.body : null;
    },
    set(tenantId, name, etag, body) {
      entries.set(keyOf(tenantId, name), { etag, body });
    },
    forget(tenantId) {
      for (const key of [...entries.keys()]) if (key.startsWith(`${tenantId} `)) entries.delete(key);
    },
    close: () => clearInterval(purging),
  };
}

const keyOf = (tenantId: string, name: string) => `${tenantId} ${name}`;

declare module '../services.ts' {
  interface Services {
    encodedBodies: EncodedBodies;
  }
}
