import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';

/** Permits for calls, held from a call's reservation to its settlement. */
export type CallSlots = Semaphore;

/**
 * A call may take minutes, so turns alone would let a new tenant wait for the calls of another: a tenant may hold three
 * times as many permits as are free. One alone has three quarters of all, two have three sevenths each, and so on.
 */
const timesFree = 3;

/** At most `max` calls in flight in this process, fair between tenants. */
export function createCallSlots(max: number): CallSlots {
  return createSemaphore({ permits: max, mayAcquire: (free, [held = 0]) => held < free * timesFree });
}
