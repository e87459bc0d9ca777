import { ApiError } from '@ecp/contract/declaring/errors';
import type { Billing } from '@ecp/contract/identity/billing';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { beginSubscriptionSync, storeSubscriptionState } from './billing-accounts.ts';
import { getBilling } from './get-billing.ts';

/** Ends the subscription at once (BIL-3). Errors: `no_subscription`, `billing_unavailable`. */
export async function cancelSubscription(context: RequestContext): Promise<Billing> {
  const { services, tenantId } = context;
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) throw new ApiError('authentication_required');
  const { status } = question.account;
  if (status !== 'active' && status !== 'past_due') throw new ApiError('no_subscription');
  const state = await services.billing.cancel(question.account);
  await context.transaction(async (tx) => {
    await storeSubscriptionState(tx, question, state);
    const entry = { action: 'billing.cancel', resourceType: 'subscription', resourceId: tenantId } as const;
    await recordAudit(tx, context, entry);
  });
  return getBilling(context);
}

/**
 * Ends all subscriptions of a tenant before it is erased (ACC-6). May be repeated.
 * Error: `billing_unavailable`.
 */
export async function endBilling(services: Services, tenantId: string): Promise<void> {
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) return;
  const { customerId } = question.account;
  if (services.billing.name === 'local' && customerId !== null) {
    services.log.warn({ customerId }, 'A customer at Stripe is not cancelled because STRIPE_SECRET_KEY is not set');
  }
  const state = await services.billing.cancel(question.account);
  await services.database.withTenant(tenantId, (tx) => storeSubscriptionState(tx, question, state));
}
