import type { Transaction } from '@ecp/database/database';

/** Whether the tenant has a subscription that has not ended, paid or not. */
export async function isSubscribed(tx: Transaction, tenantId: string): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'is_subscribed',
    text: `select 1 from platform.subscriptions where tenant_id = $1 and status in ('active', 'past_due')`,
    values: [tenantId],
  });
  return rows.length > 0;
}
