import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Transaction } from '@ecp/database/database';

/** A tenant's own fields (ACC-2). */
export interface TenantRecord {
  id: string;
  name: string;
  slug: string;
  plan: BillingPlan;
  createdAt: string;
}

/** Reads a tenant. Returns undefined if it is gone. */
export async function findTenant(tx: Transaction, tenantId: string): Promise<TenantRecord | undefined> {
  const { rows } = await tx.query<Omit<TenantRecord, 'createdAt'> & { created_at: Date }>({
    name: 'find_tenant',
    text: 'select id, name, slug, plan, created_at from platform.tenants where id = $1',
    values: [tenantId],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { id, name, slug, plan, created_at } = row;
  return { id, name, slug, plan, createdAt: created_at.toISOString() };
}
