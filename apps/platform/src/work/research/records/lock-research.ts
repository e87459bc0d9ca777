import type { Transaction } from '@ecp/database/database';

/** Lets claims of one run wait for each other until the transaction ends, so that nothing is claimed twice. */
export async function lockResearch(tx: Transaction, tenantId: string, runId: string): Promise<void> {
  await tx.query({
    name: 'lock_research',
    text: `select pg_advisory_xact_lock(hashtextextended($1, 58))`,
    values: [`${tenantId} ${runId}`],
  });
}
