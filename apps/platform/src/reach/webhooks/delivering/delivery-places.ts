/** Whose post it is. */
export interface PlaceHolder {
  tenantId: string;
  endpointId: string;
}

/** How many webhook posts this process has under way at once, and whose turn is next. */
export interface DeliveryPlaces {
  /**
   * Runs `post` as soon as there is a place for it; `first` goes before what waits for the same endpoint. Rejects with
   * the signal's reason when that aborts the wait, else as `post` does.
   */
  use<Result>(
    holder: PlaceHolder,
    post: () => Promise<Result>,
    options?: { signal?: AbortSignal; first?: boolean },
  ): Promise<Result>;
}

/**
 * A post holds a socket and its buffers for up to 10 s. 500 leave as many of the 1,024 files that a system commonly allows
 * to a process for its own clients, and are 50 posts a second although each takes all its time.
 */
const defaultTotal = 500;

/** What one may hold, of what is left over. */
const share = 1 / 4;

/**
 * Opens the places of one process. A tenant may hold a fourth as many as are free, an endpoint a fourth as many as its
 * tenant may still take: so slow ones leave some to who comes new, however many they are, and within the 10 s that a post
 * may take all hold the same. Those who wait take turns, an endpoint each.
 */
export function createDeliveryPlaces(total = defaultTotal): DeliveryPlaces {
  let free = total;
  const held = new Map<string, number>();
  /** By endpoint, the one whose turn is next first. */
  const waiting = new Map<string, { holder: PlaceHolder; starts: (() => void)[] }>();

  const heldBy = (id: string) => held.get(id) ?? 0;
  const hasRoom = ({ tenantId, endpointId }: PlaceHolder) =>
    heldBy(endpointId) < (free * share - heldBy(tenantId)) * share;

  function move({ tenantId, endpointId }: PlaceHolder, places: 1 | -1): void {
    free -= places;
    for (const id of [tenantId, endpointId]) {
      const now = heldBy(id) + places;
      if (now === 0) held.delete(id);
      else held.set(id, now);
    }
  }

  function startWaiting(): void {
    // What is put at the end of the map comes by again in this loop, until nobody has room.
    for (const [endpointId, line] of waiting) {
      if (!hasRoom(line.holder)) continue;
      waiting.delete(endpointId);
      const start = line.starts.shift();
      if (line.starts.length > 0) waiting.set(endpointId, line);
      move(line.holder, 1);
      start?.();
    }
  }

  function wait(holder: PlaceHolder, first: boolean, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = waiting.get(holder.endpointId) ?? { holder, starts: [] };
    waiting.set(holder.endpointId, line);
    const start = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      line.starts.splice(line.starts.indexOf(start), 1);
      if (line.starts.length === 0) waiting.delete(holder.endpointId);
      reject(signal?.reason);
    };
    if (first) line.starts.unshift(start);
    else line.starts.push(start);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  return {
    async use(holder, post, { signal, first = false } = {}) {
      signal?.throwIfAborted();
      if (hasRoom(holder)) move(holder, 1);
      else await wait(holder, first, signal);
      try {
        return await post();
      } finally {
        move(holder, -1);
        startWaiting();
      }
    },
  };
}

declare module '../../../kernel/services.ts' {
  interface Services {
    /** Limits the webhook posts of this process. */
    deliveryPlaces: DeliveryPlaces;
  }
}
