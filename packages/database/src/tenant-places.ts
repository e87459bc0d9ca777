/** A bounded number of places that tenants share: each gets its turn, however much another one asks for. */
export interface TenantPlaces {
  /** Resolves with the function that gives the place back; rejects with the signal's reason. */
  take(tenantId: string, signal?: AbortSignal): Promise<() => void>;
  /** Hands out no more places; resolves when those in use have come back. */
  drain(): Promise<void>;
  isDraining(): boolean;
}

/** Whether one who holds `held` places may have another while `free` are left; asked with one free place at least. */
export type RoomRule = (held: number, free: number) => boolean;

/** Opens `total` places. Tenants that wait take turns, one place each; `mayTake` can keep some free for who comes new. */
export function createTenantPlaces(total: number, mayTake: RoomRule = () => true): TenantPlaces {
  let free = total;
  let draining = false;
  const drained = Promise.withResolvers<void>();
  const held = new Map<string, number>();
  /** By tenant, the one whose turn is next first; within a tenant first come, first served. */
  const waiting = new Map<string, Set<() => void>>();

  const hasRoom = (tenantId: string) => !draining && free > 0 && mayTake(held.get(tenantId) ?? 0, free);
  const move = (tenantId: string, places: 1 | -1) => {
    free -= places;
    const now = (held.get(tenantId) ?? 0) + places;
    if (now === 0) held.delete(tenantId);
    else held.set(tenantId, now);
  };
  const giveBack = (tenantId: string) => {
    move(tenantId, -1);
    if (draining && free === total) drained.resolve();
    // Who is put at the end of the map comes by again in this loop, until nobody has room.
    for (const [next, line] of waiting) {
      if (free === 0 || draining) break;
      const [start] = line;
      if (!start || !hasRoom(next)) continue;
      line.delete(start);
      waiting.delete(next);
      if (line.size > 0) waiting.set(next, line);
      move(next, 1);
      start();
    }
  };

  function wait(tenantId: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = waiting.get(tenantId) ?? new Set();
    waiting.set(tenantId, line);
    const start = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      line.delete(start);
      if (line.size === 0 && waiting.get(tenantId) === line) waiting.delete(tenantId);
      reject(signal?.reason);
    };
    line.add(start);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  return {
    async take(tenantId, signal) {
      signal?.throwIfAborted();
      if (hasRoom(tenantId)) move(tenantId, 1);
      else await wait(tenantId, signal);
      return () => giveBack(tenantId);
    },
    async drain() {
      draining = true;
      if (free < total) await drained.promise;
    },
    isDraining: () => draining,
  };
}
