import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';

/** The webhook posts of one process. A holder is a tenant's id and the id of one of its endpoints. */
export type DeliverySemaphore = Semaphore;

/**
 * A post holds a socket and its buffers for up to 10 s. 500 leave as many of the 1,024 files that a system commonly allows
 * to a process for its own clients, and are 50 posts a second although each takes all its time.
 */
const defaultTotal = 500;

/** The part of what is left over that one holder may have. */
const share = 1 / 4;

/**
 * Opens the places of one process. A tenant may hold a fourth as many as are free, an endpoint a fourth as many as its
 * tenant may still acquire. So slow endpoints leave some to a new tenant, however many they are, and all hold the same
 * within the 10 s that a post may take. Endpoints that wait take turns.
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
