import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets long work yield to the event loop. */
export interface TimeSlice {
  /** True once the current slice is used up. */
  isUsedUp: () => boolean;
  /** Yields for one turn of the event loop. Throws the signal's reason if the call was aborted. */
  yieldToEventLoop: () => Promise<void>;
}

/**
 * Makes the time slices of one call.
 * @param signal aborts the work at its next yield
 * @param sliceMs longest work before a yield is due, in milliseconds
 */
export function createTimeSlice(signal: AbortSignal | undefined, sliceMs = 4): TimeSlice {
  let sliceStart = performance.now();
  return {
    isUsedUp: () => performance.now() - sliceStart >= sliceMs,
    yieldToEventLoop: async () => {
      await nextTurn();
      signal?.throwIfAborted();
      sliceStart = performance.now();
    },
  };
}
