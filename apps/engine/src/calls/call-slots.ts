/** Hands out a bounded number of places, first come first served. */
export interface CallSlots {
  /** Resolves with the function that gives the place back; rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
  /** Hands out no more places; resolves when those in use have come back. */
  drain(): Promise<void>;
}

/** At most `max` calls in flight in this process. */
export function createCallSlots(max: number): CallSlots {
  let used = 0;
  let draining = false;
  const drained = Promise.withResolvers<void>();
  const waiting: (() => void)[] = [];

  const release = () => {
    used -= 1;
    if (draining && used === 0) drained.resolve();
    if (!draining) waiting.shift()?.();
  };
  const wait = async (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      const place = waiting.indexOf(resolve);
      // Already called up: the place goes to this one, which gives it back at once.
      if (place < 0) return;
      waiting.splice(place, 1);
      reject(signal.reason);
    };
    waiting.push(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', onAbort));
  };

  return {
    async take(signal) {
      signal.throwIfAborted();
      while (draining || used >= max) await wait(signal);
      used += 1;
      return release;
    },
    async drain() {
      draining = true;
      if (used > 0) await drained.promise;
    },
  };
}
