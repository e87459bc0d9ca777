import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext, RequestContext } from '../../kernel/context.ts';
import type { BillingEvent } from '../../kernel/ports.ts';
import type { Services } from '../../kernel/services.ts';
import { selectRecordBytes, selectStorageUsed } from './plan-limits.ts';
import {
  beginSubscriptionSync,
  findTenantOfCustomer,
  joinEffectiveSubscription,
  storeCustomerId,
  storeSubscriptionState,
} from './subscriptions.ts';

interface BillingRow {
  plan: BillingPlan;
  status: Billing['subscription']['status'];
  current_period_end: Date | null;
  created: number;
}

interface Used {
  used: number;
}

/**
 * Returns the plan, the subscription, the prices and this calendar month's usage (UTC) of the
 * plan's limits.
 */
export async function getBilling({
  services,
  tenantId,
}: Pick<RequestContext, 'services' | 'tenantId'>): Promise<Billing> {
  // The storage also counts the rows behind walls.
  const database = services.database.seenBy('*');
  const [[row], [storage], [records]] = await database.batchTenant<[BillingRow, Used, Used]>(
    tenantId,
    [
      {
        name: 'read_billing',
        text: `select t.plan, coalesce(s.status, 'none') as status, s.current_period_end,
          coalesce(u.engagements_created, 0) as created
        from platform.tenants t
        ${joinEffectiveSubscription('s', 't.id', '$2')}
        left join platform.monthly_usage u on u.tenant_id = t.id
          and u.month = date_trunc('month', now() at time zone 'UTC')::date
        where t.id = $1`,
        values: [tenantId, services.billing.name],
      },
      selectStorageUsed(tenantId),
      selectRecordBytes(tenantId),
    ],
  );
  if (!row) throw new ApiError('authentication_required');
  const { plan, status } = row;
  const limits = billingPlanLimits[plan];
  return {
    provider: services.billing.name,
    plan,
    subscription: { status, plan, currentPeriodEnd: row.current_period_end?.toISOString() ?? null },
    prices: await services.billing.readPrices(),
    usage: {
      engagementsThisMonth: row.created,
      engagementLimit: limits.engagementsPerMonth,
      storageBytes: storage?.used ?? 0,
      storageLimitBytes: limits.storageSizeBytes,
      recordBytes: records?.used ?? 0,
      recordLimitBytes: limits.recordSizeBytes,
    },
  };
}

/**
 * Starts a checkout. Local billing switches at once, Stripe with its event. Error:
 * `billing_unavailable`.
 */
export async function startCheckout(
  context: RequestContext,
  plan: BillingPlan,
): Promise<{ url: string }> {
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

/** Ends the subscription at once. Errors: `no_subscription`, `billing_unavailable`. */
export async function cancelSubscription(context: RequestContext): Promise<Billing> {
  const { services, tenantId } = context;
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) throw new ApiError('authentication_required');
  const { status } = question.account;
  if (status !== 'active' && status !== 'past_due') throw new ApiError('no_subscription');
  const state = await services.billing.cancel(question.account);
  await context.transaction(async (tx) => {
    await storeSubscriptionState(tx, question, state);
    const entry = {
      action: 'billing.cancel',
      resourceType: 'subscription',
      resourceId: tenantId,
    } as const;
    await recordAudit(tx, context, entry);
  });
  return getBilling(context);
}

/** Ends a tenant's subscriptions before its erasure. Repeatable. Error: `billing_unavailable`. */
export async function endBilling(services: Services, tenantId: string): Promise<void> {
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) return;
  const { customerId } = question.account;
  if (services.billing.name === 'local' && customerId !== null) {
    services.log.warn(
      { customerId },
      'A customer at Stripe is not cancelled because STRIPE_SECRET_KEY is not set',
    );
  }
  const state = await services.billing.cancel(question.account);
  await services.database.withTenant(tenantId, (tx) => storeSubscriptionState(tx, question, state));
}

/**
 * Returns the URL of the page where payment is managed. Errors: `no_subscription`,
 * `billing_unavailable`.
 */
export async function openBillingPortal(context: RequestContext): Promise<{ url: string }> {
  const { services, tenantId } = context;
  const question = await beginSubscriptionSync(services, tenantId);
  if (!question) throw new ApiError('authentication_required');
  const link = await services.billing.openPortal(question.account);
  const entry = {
    action: 'billing.portal',
    resourceType: 'subscription',
    resourceId: tenantId,
  } as const;
  await context.transaction((tx) => recordAudit(tx, context, entry));
  return link;
}

/** Prefixes of the names of events that may change a subscription. */
const heeded = /^(customer\.subscription|checkout\.session|invoice)\./;

/**
 * Applies a signed message by reading the subscription from the provider, so late and repeated ones
 * do no harm. Errors: `invalid_signature`; `billing_unavailable`, after which the provider sends it
 * again.
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
  if (tenantId !== null && !(await wasHeeded(context, tenantId, event)))
    await heed(context, tenantId, event);
}

async function wasHeeded(
  { services }: OpenContext,
  tenantId: string,
  { id }: BillingEvent,
): Promise<boolean> {
  const [rows] = await services.database.batchTenant(tenantId, [
    {
      name: 'find_billing_event',
      text: 'select from platform.billing_events where tenant_id = $1 and id = $2',
      values: [tenantId, id],
    },
  ]);
  return rows.length > 0;
}

async function heed(
  { services, ipAddress }: OpenContext,
  tenantId: string,
  event: BillingEvent,
): Promise<void> {
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
        metadata: {
          status: state.status,
          plan: state.plan ?? question.account.plan,
          eventId: event.id,
        },
      },
    );
  });
}

/** True if Stripe has a subscription that has not ended. Error: `billing_unavailable`. */
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
