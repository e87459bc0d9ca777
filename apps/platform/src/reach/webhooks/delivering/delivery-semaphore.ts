import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';

/** Limits the webhook posts of one process. A holder is a tenant's id and the id of one of its endpoints. */
export type DeliverySemaphore = Semaphore;

/**
 * A post occupies a socket and its buffers for up to 10 s. 500 posts leave half of the 1,024 files that systems
 * commonly allow a process, and are 50 posts a second even if each takes its full time.
 */
const defaultTotal = 500;

/** The share of the free permits that one holder may have. */
const share = 1 / 4;

/**
 * Creates the semaphore of one process. A tenant may hold a fourth of the permits that are free, an endpoint a fourth
 * of those that its tenant may still acquire. So slow endpoints of any number leave permits to a new tenant, and within
 * the 10 s of a post all hold equally many. Waiting endpoints take turns.
 */
export function createDeliverySemaphore(total = defaultTotal): DeliverySemaphore {
  return createSemaphore({
    permits: total,
    mayAcquire: (free, [ofTenant = 0, ofEndpoint = 0]) => ofEndpoint < (free * share - ofTenant) * share,
  });
}

declare module '../../../kernel/services.ts' {
  interface Services {
    /** Limits the webhook posts of this process. */
    deliverySemaphore: DeliverySemaphore;
  }
}
