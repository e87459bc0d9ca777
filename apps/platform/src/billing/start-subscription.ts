import type { Transaction } from '@ecp/database/database';

/** Local billing: a new tenant has an active Starter subscription without an end (contract, 5). */
export async function startSubscription(tx: Transaction, tenantId: string): Promise<void> {
  await tx.query({
    name: 'start_subscription',
    text: `insert into platform.subscriptions (tenant_id, provider, status, plan)
      values ($1, 'local', 'active', 'starter')`,
    values: [tenantId],
  });
}
