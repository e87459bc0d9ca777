import type { Services } from '../../kernel/services.ts';
import { beginSubscriptionSync } from './billing-accounts.ts';

/**
 * Asks Stripe whether the tenant has a subscription that has not ended. Always false with local billing.
 * Error: `billing_unavailable`.
 */
export async function hasStripeSubscription(
  services: Pick<Services, 'database' | 'billing'>,
  tenantId: string,
): Promise<boolean> {
  if (services.billing.name !== 'stripe') return false;
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) return false;
  const { status } = await services.billing.readState(question.account);
  return status === 'active' || status === 'past_due';
}
