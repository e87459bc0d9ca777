import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** Entries that one statement changes, so that each stays far below the time limit of a statement. */
const batchEntries = 10_000;

/**
 * Removes everything that identifies a tenant or a person from the tenant's audit entries and leaves the entries. The
 * chain holds these values as salted hashes, so it stays intact; the salts go, too (AUD-7). Requires the system
 * transaction. Returns the number of entries (ACC-9).
 */
export async function anonymizeAuditLog(tx: Transaction, tenantId: string): Promise<number> {
  const anonymizeEntries: Statement = {
    name: 'anonymize_audit_log',
    text: `update platform.audit_log
      set tenant_id = null, user_id = null, metadata = '{}', ip_address = null,
        resource_id = case when resource_id = $1 or resource_type = 'user' then null else resource_id end
      where id in (select id from platform.audit_log where tenant_id = $1 limit ${batchEntries})`,
    values: [tenantId],
  };
  const anonymizeLinks: Statement = {
    name: 'anonymize_audit_links',
    text: `update platform.audit_links set tenant_id = null, salt = null
      where entry_id in (select entry_id from platform.audit_links where tenant_id = $1 limit ${batchEntries})`,
    values: [tenantId],
  };
  const anonymized = await repeatWhileFull(tx, anonymizeEntries);
  await repeatWhileFull(tx, anonymizeLinks);
  await tx.query({
    name: 'anonymize_audit_head',
    text: 'update platform.audit_heads set tenant_id = null where tenant_id = $1',
    values: [tenantId],
  });
  return anonymized;
}

/** Runs a statement until it finds less than a batch. Returns the rows of all. */
async function repeatWhileFull(tx: Transaction, statement: Statement): Promise<number> {
  let changed = 0;
  for (;;) {
    const { rowCount } = await tx.query(statement);
    changed += rowCount;
    if (rowCount < batchEntries) return changed;
  }
}
