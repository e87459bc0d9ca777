/** Caches texts that can be made again, by tenant and name. An entry may vanish at any time, but is never wrong. */
export interface Cache {
  get(tenantId: string, name: string): Promise<string | null>;
  set(tenantId: string, name: string, text: string): Promise<void>;
  /** Drops all entries of a tenant. */
  forget(tenantId: string): Promise<void>;
}

/** An in-process cache that evicts the least recently used text; `maxBytes` bounds texts and names (as UTF-16). */
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

declare module '../services.ts' {
  interface Services {
    cache: Cache;
  }
}
