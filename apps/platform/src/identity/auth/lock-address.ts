import type { Transaction } from '@ecp/database/database';

/**
 * Lets one transaction at a time begin or end sessions of an address that may move between its tenants, until this one
 * ends. It comes before all other locks. Without it a reset misses a session that another request is about to begin.
 */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.query({
    name: 'lock_address',
    text: `select pg_advisory_xact_lock(hashtextextended('sessions of ' || lower($1), 0))`,
    values: [email],
  });
}
