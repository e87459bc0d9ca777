import { type AcquireOptions, createSemaphore, type SemaphoreOptions } from './semaphore.ts';

/** Short work does not wait for the long work of others. */
export type Lane = 'short' | 'long';

export interface LaneOptions extends Pick<SemaphoreOptions, 'maxWaiting' | 'refusal'> {
  /** Most work that runs at the same time. */
  workers: number;
}

/** Assigns a few workers, such as child processes, to short and long work. */
export interface Lanes {
  /** Runs `work` at the holder's turn in this lane. Rejects like Semaphore.run. */
  run<Result>(holder: string, lane: Lane, work: () => Promise<Result>, options?: AcquireOptions): Promise<Result>;
}

/**
 * Creates lanes (docs/decisions/children-in-lanes.md). Holders take turns. One holder gets a worker only while it has
 * fewer than are free, so that another finds one. All long work together leaves one worker for short work.
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
