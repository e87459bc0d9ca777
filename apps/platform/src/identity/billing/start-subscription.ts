import type { Transaction } from '@ecp/database/database';
import type { BillingProvider } from './billing-provider.ts';

/**
 * Creates the Starter subscription of a new tenant: active without an end with local billing, none yet with Stripe
 * (BIL-5, BIL-6).
 */
export async function startSubscription(
  tx: Transaction,
  tenantId: string,
  { name, firstStatus }: Pick<BillingProvider, 'name' | 'firstStatus'>,
): Promise<void> {
  await tx.query({
    name: 'start_subscription',
    text: `insert into platform.subscriptions (tenant_id, provider, status, plan) values ($1, $2, $3, 'starter')`,
    values: [tenantId, name, firstStatus],
  });
}
