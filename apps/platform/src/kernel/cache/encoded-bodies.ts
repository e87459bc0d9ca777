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
}

/** A body that nobody has read for this long is dropped, so that erased texts leave the memory of each process. */
const keptMs = 600_000;
const sweepMs = 60_000;

/** Opens the store. Beyond `maxBytes` it drops the least recently read bodies first. */
export function createEncodedBodies(maxBytes: number, now: () => number = () => performance.now()): EncodedBodies {
  const entries = new Map<string, { etag: string; body: EncodedBody; usedMs: number }>();
  let sizeBytes = 0;
  const drop = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    sizeBytes -= sizeOf(key, entry.body);
  };
  const dropUnused = () => {
    for (const [key, { usedMs }] of entries) {
      if (usedMs > now() - keptMs) return;
      drop(key);
    }
  };
  setInterval(dropUnused, sweepMs).unref();
  return {
    get(tenantId, name, etag) {
      const key = keyOf(tenantId, name);
      const entry = entries.get(key);
      if (entry?.etag !== etag) return null;
      entry.usedMs = now();
      entries.delete(key);
      entries.set(key, entry);
      return entry.body;
    },
    set(tenantId, name, etag, body) {
      const key = keyOf(tenantId, name);
      drop(key);
      if (sizeOf(key, body) > maxBytes) return;
      entries.set(key, { etag, body, usedMs: now() });
      sizeBytes += sizeOf(key, body);
      for (const oldest of entries.keys()) {
        if (sizeBytes <= maxBytes) return;
        drop(oldest);
      }
    },
    forget(tenantId) {
      for (const key of [...entries.keys()]) if (key.startsWith(`${tenantId} `)) drop(key);
    },
  };
}

const keyOf = (tenantId: string, name: string) => `${tenantId} ${name}`;
const sizeOf = (key: string, { bytes }: EncodedBody) => 2 * key.length + bytes.length;

declare module '../services.ts' {
  interface Services {
    encodedBodies: EncodedBodies;
  }
}
