import type { Transaction } from '@ecp/database/database';

/**
 * Waits until no other transaction begins or ends sessions of an address, and makes others wait until this one ends.
 * Take this lock before all others. Without it, a reset misses a session that another request is about to begin.
 */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.query({
    name: 'lock_address',
    text: `select pg_advisory_xact_lock(hashtextextended('sessions of ' || $1, 0))`,
    values: [email],
  });
}
