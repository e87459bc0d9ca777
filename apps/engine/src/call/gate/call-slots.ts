import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';

/** Permits for calls. A call holds one from its reservation to its settlement. */
export type CallSlots = Semaphore;

/**
 * A call may take minutes, so with turns alone a new tenant would wait for the calls of another. A tenant may therefore
 * hold at most three times as many permits as are free: one tenant gets three quarters of all, two get three sevenths
 * each.
 */
const timesFree = 3;

/** Creates a semaphore that admits at most `max` calls in flight in this process, fairly between tenants. */
export function createCallSlots(max: number): CallSlots {
  return createSemaphore({ permits: max, mayAcquire: (free, [held = 0]) => held < free * timesFree });
}
