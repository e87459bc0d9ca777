import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets long work give way to the event loop. */
export interface Pace {
  /** True once the current slice is used up. */
  isDue: () => boolean;
  /** Gives way for one turn of the event loop; throws the signal's reason when the call was aborted. */
  rest: () => Promise<void>;
}

/**
 * Makes the pace of one call.
 * @param signal aborts the work at its next rest
 * @param sliceMs longest stretch of work before a rest is due, in milliseconds
 */
export function createPace(signal: AbortSignal | undefined, sliceMs = 4): Pace {
  let sliceStart = performance.now();
  return {
    isDue: () => performance.now() - sliceStart >= sliceMs,
    rest: async () => {
      await nextTurn();
      signal?.throwIfAborted();
      sliceStart = performance.now();
    },
  };
}
