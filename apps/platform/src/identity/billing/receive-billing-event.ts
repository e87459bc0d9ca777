import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { beginSubscriptionSync, findTenantOfCustomer, storeSubscriptionState } from './billing-accounts.ts';
import type { BillingEvent } from './billing-provider.ts';

/** Prefixes of the names of events that may change a subscription. */
const heeded = /^(customer\.subscription|checkout\.session|invoice)\./;

/**
 * Applies a signed message of the payment provider. It reads the subscription from the provider instead of the message,
 * so that late and repeated messages do no harm. Errors: `invalid_signature`; `billing_unavailable`, after which the
 * provider sends the message again.
 */
export async function receiveBillingEvent(
  context: OpenContext,
  { rawBody, signature }: { rawBody: string; signature: string | undefined },
): Promise<void> {
  const { database, billing } = context.services;
  const event = billing.readEvent(rawBody, signature);
  const { customerId } = event;
  if (customerId === null || !heeded.test(event.type)) return;
  // The customer may be that of an erased tenant or of another service of the same account.
  const tenantId = await findTenantOfCustomer(database, customerId);
  if (tenantId !== null && !(await wasHeeded(context, tenantId, event))) await heed(context, tenantId, event);
}

async function wasHeeded({ services }: OpenContext, tenantId: string, { id }: BillingEvent): Promise<boolean> {
  const [rows] = await services.database.batchTenant(tenantId, [
    {
      name: 'find_billing_event',
      text: 'select from platform.billing_events where tenant_id = $1 and id = $2',
      values: [tenantId, id],
    },
  ]);
  return rows.length > 0;
}

async function heed({ services, ipAddress }: OpenContext, tenantId: string, event: BillingEvent): Promise<void> {
  const { database, billing } = services;
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) return;
  const state = await billing.readState(question.account);
  await database.withTenant(tenantId, async (tx) => {
    await tx.query({
      name: 'record_billing_event',
      text: `insert into platform.billing_events (id, tenant_id, type, created_at)
        select $1, id, $3, $4 from platform.tenants where id = $2 on conflict do nothing`,
      values: [event.id, tenantId, event.type, event.createdAt],
    });
    if (!(await storeSubscriptionState(tx, question, state))) return;
    await recordAudit(
      tx,
      { tenantId, userId: null, ipAddress },
      {
        action: 'billing.subscription_changed',
        resourceType: 'subscription',
        resourceId: tenantId,
        metadata: { status: state.status, plan: state.plan ?? question.account.plan, eventId: event.id },
      },
    );
  });
}
