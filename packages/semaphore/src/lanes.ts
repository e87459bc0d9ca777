import { type AcquireOptions, createSemaphore, type SemaphoreOptions } from './semaphore.ts';

/** Short work does not wait for the long work of others. */
export type Lane = 'short' | 'long';

export interface LaneOptions extends Pick<SemaphoreOptions, 'maxWaiting' | 'refusal'> {
  /** How much goes on at once. */
  workers: number;
}

/** Hands out a few workers, such as child processes, to short and to long work. */
export interface Lanes {
  /** Runs `work` when it is the holder's turn in this lane. Rejects as Semaphore.run does. */
  run<Result>(holder: string, lane: Lane, work: () => Promise<Result>, options?: AcquireOptions): Promise<Result>;
}

/**
 * Creates lanes (docs/decisions/children-in-lanes.md). Holders take turns. One holder has fewer workers than are free, so
 * another one finds a free worker. All long work together leaves one worker to short work.
 */
export function createLanes({ workers, ...waiting }: LaneOptions): Lanes {
  const mostLong = Math.max(1, workers - 1);
  const semaphore = createSemaphore({
    permits: workers,
    mayAcquire: (free, [ofHolder = 0, inLane = 0], [, lane]) =>
      ofHolder < free && (lane === 'short' || inLane < mostLong),
    ...waiting,
  });
  return { run: (holder, lane, work, options) => semaphore.run([holder, lane], work, options) };
}
