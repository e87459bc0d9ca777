import { type BillingPlanLimits, billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import type { Transaction } from '@ecp/database/database';

/** Reads the limits of the tenant's current plan (LIM-2, LIM-4, LIM-5). Throws if there is no such tenant. */
export async function readBillingPlanLimits(tx: Transaction, tenantId: string): Promise<BillingPlanLimits> {
  const { rows } = await tx.query<{ plan: keyof typeof billingPlanLimits }>({
    name: 'read_plan',
    text: 'select plan from platform.tenants where id = $1',
    values: [tenantId],
  });
  const [tenant] = rows;
  if (!tenant) throw new Error(`No tenant has the id ${tenantId}`);
  return billingPlanLimits[tenant.plan];
}
