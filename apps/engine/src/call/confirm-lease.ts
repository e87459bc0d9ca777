import { retryDuringDatabaseOutage } from '../kernel/retry-during-database-outage.ts';
import type { CallDependencies } from './types/model-call.ts';

/**
 * Returns once this process certainly owned its work a moment ago. Ask it between a reservation and its request: a
 * process that stood still in between would ask for an answer that its successor already has. After the loss of the
 * lease it never settles, and this process ends (LEA-12).
 */
export async function confirmLease({ leaseHeld, database }: CallDependencies): Promise<void> {
  if (leaseHeld()) return;
  // Each transaction begins with the fence, so an empty one is enough.
  await retryDuringDatabaseOutage(() => database.batchSystem([]));
}
