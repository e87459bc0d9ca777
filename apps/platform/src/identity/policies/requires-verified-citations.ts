import type { Transaction } from '@ecp/database/database';

/**
 * Tells whether the tenant lets documents be approved only when their citations are all verified or computed (contract
 * 9).
 */
export async function requiresVerifiedCitations(tx: Transaction, tenantId: string): Promise<boolean> {
  const { rows } = await tx.query<{ required: boolean }>({
    name: 'requires_verified_citations',
    text: 'select require_verified_citations as required from platform.tenants where id = $1',
    values: [tenantId],
  });
  return rows[0]?.required ?? false;
}
