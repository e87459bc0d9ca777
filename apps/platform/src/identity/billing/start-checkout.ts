import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { beginSubscriptionSync, storeCustomerId, storeSubscriptionState } from './billing-accounts.ts';

/**
 * Starts a checkout for a plan. Local billing switches at once; with Stripe the state changes when its event arrives
 * (BIL-2, BIL-5). Error: `billing_unavailable`.
 */
export async function startCheckout(context: RequestContext, plan: BillingPlan): Promise<{ url: string }> {
  const { services, tenantId } = context;
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) throw new ApiError('authentication_required');
  const { url, customerId, state } = await services.billing.startCheckout(question.account, plan);
  await context.transaction(async (tx) => {
    if (customerId !== null) await storeCustomerId(tx, tenantId, customerId);
    if (state) await storeSubscriptionState(tx, question, state);
    await recordAudit(tx, context, {
      action: 'billing.checkout',
      resourceType: 'subscription',
      resourceId: tenantId,
      metadata: { plan, provider: services.billing.name },
    });
  });
  return { url };
}
