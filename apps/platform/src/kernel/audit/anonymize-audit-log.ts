import type { Transaction } from '@ecp/database/database';

/**
 * Removes everything that identifies a tenant or a person from the tenant's audit entries and leaves the entries.
 * Requires the system transaction. Returns the number of entries (ACC-9).
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
