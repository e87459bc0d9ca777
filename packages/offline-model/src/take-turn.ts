import { actingTenant } from '@ecp/database/acting-tenant';
import { createSemaphore } from '@ecp/semaphore/semaphore';

/**
 * Each answer under way works a slice of some milliseconds in every round of the event loop: with hundreds at once a round
 * would take seconds for everybody. A tenant has at most three of the four, so that another one's begins at once.
 */
const answersAtOnce = 4;
const answering = createSemaphore({ permits: answersAtOnce, mayAcquire: (free, [held = 0]) => held < free * 3 });

/** Runs work that keeps the processor busy when it is its tenant's turn; rejects with the signal's reason, or as `work`. */
export function takeTurn<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  return answering.run(actingTenant(), work, { signal });
}
