/** The owners of a stream: a session or key, and its tenant. Both have a limit. */
export interface StreamOwner {
  tenantId: string;
  /** A session or a key of the tenant. */
  caller: string;
}

/** Limits the event streams that are open at the same time (LIM-14). */
export interface StreamSlots {
  /** Takes a place for one stream and returns the function that gives it back; null when there is none. */
  take(owner: StreamOwner): Promise<(() => void) | null>;
  close(): void;
}

/** Most open streams of a session or key, and of a tenant. */
export const maxStreams = { caller: 20, tenant: 200 } as const;

/** Counts the streams of this process. */
export function createMemoryStreamSlots(): StreamSlots {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, change: 1 | -1) => {
    const count = countOf(key) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    async take({ tenantId, caller }) {
      const [ofCaller, ofTenant] = [`caller ${caller}`, `tenant ${tenantId}`];
      if (countOf(ofCaller) >= maxStreams.caller || countOf(ofTenant) >= maxStreams.tenant) return null;
      add(ofCaller, 1);
      add(ofTenant, 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        add(ofCaller, -1);
        add(ofTenant, -1);
      };
    },
    close: () => undefined,
  };
}

declare module '../services.ts' {
  interface Services {
    streamSlots: StreamSlots;
  }
}
