import type { Transaction } from '@ecp/database/database';

/**
 * Takes out of a tenant's entries all that tells whose they were; the entries stay. Of the system transaction only.
 * Returns their number (ACC-9).
 */
export async function anonymizeAuditLog(tx: Transaction, tenantId: string): Promise<number> {
  const { rowCount } = await tx.query({
    name: 'anonymize_audit_log',
    text: `update platform.audit_log
      set tenant_id = null, user_id = null, metadata = '{}', ip_address = null,
        resource_id = case when resource_id = $1 or resource_type = 'user' then null else resource_id end
      where tenant_id = $1`,
    values: [tenantId],
  });
  return rowCount;
}
