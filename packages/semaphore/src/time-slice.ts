import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets long work give way to the event loop. */
export interface TimeSlice {
  /** True once the current slice is used up. */
  isUsedUp: () => boolean;
  /** Gives way for one turn of the event loop; throws the signal's reason when the call was aborted. */
  yieldToEventLoop: () => Promise<void>;
}

/**
 * Makes the pace of one call.
 * @param signal aborts the work at its next rest
 * @param sliceMs longest stretch of work before a rest is due, in milliseconds
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
