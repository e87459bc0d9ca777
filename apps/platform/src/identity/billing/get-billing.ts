import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import type { RequestContext } from '../../kernel/context.ts';
import { joinEffectiveSubscription } from './effective-subscription.ts';
import { selectRecordBytes } from './select-record-bytes.ts';
import { selectStorageUsed } from './select-storage-used.ts';

interface Row {
  plan: BillingPlan;
  status: Billing['subscription']['status'];
  current_period_end: Date | null;
  created: number;
}

interface Used {
  used: number;
}

/** Returns the plan, the subscription, the prices and this calendar month's usage (UTC) of the plan's limits (BIL-1, LIM-3). */
export async function getBilling({
  services,
  tenantId,
}: Pick<RequestContext, 'services' | 'tenantId'>): Promise<Billing> {
  const [[row], [storage], [records]] = await services.database.batchTenant<[Row, Used, Used]>(tenantId, [
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
  ]);
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
