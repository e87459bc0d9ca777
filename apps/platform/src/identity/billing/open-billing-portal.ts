import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { beginSubscriptionSync } from './billing-accounts.ts';

/** Returns the URL of the page where payment is managed (BIL-2). Errors: `no_subscription`, `billing_unavailable`. */
export async function openBillingPortal(context: RequestContext): Promise<{ url: string }> {
  const { services, tenantId } = context;
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) throw new ApiError('authentication_required');
  const link = await services.billing.openPortal(question.account);
  const entry = { action: 'billing.portal', resourceType: 'subscription', resourceId: tenantId } as const;
  await context.transaction((tx) => recordAudit(tx, context, entry));
  return link;
}
