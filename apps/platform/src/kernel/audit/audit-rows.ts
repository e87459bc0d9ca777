import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { Statement } from '@ecp/database/statement';

/** An entry with its link of the chain; without a link these columns are null. */
export interface AuditRow {
  id: string;
  tenant_id: string | null;
  user_id: string | null;
  action: string;
  resource_type: string;
  resource_id: string | null;
  metadata: Record<string, unknown>;
  ip_address: string | null;
  created_at: Date;
  position: number | null;
  salt: string | null;
  committed: string | null;
  hash: string | null;
}

/** Columns of an AuditRow, selected from `entry` and `link`. */
export const auditColumns = `entry.id, entry.tenant_id, entry.user_id, entry.action, entry.resource_type,
  entry.resource_id, entry.metadata, entry.ip_address, entry.created_at, link.position, link.salt, link.committed, link.hash`;

/** Converts a row to an entry of the API. */
export function toAuditLogEntry(row: AuditRow): AuditLogEntry {
  return {
    id: row.id,
    action: row.action,
    userId: row.user_id,
    tenantId: row.tenant_id,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    metadata: row.metadata,
    ipAddress: row.ip_address,
    createdAt: row.created_at.toISOString(),
    position: row.position,
    salt: row.salt,
    committed: row.committed,
    hash: row.hash,
  };
}

/** Selects the last hash of the tenant's chain and its length; no row without entries. */
export function selectAuditHead(tenantId: string): Statement<{ head: string; entries: number }> {
  return {
    name: 'select_audit_head',
    text: 'select head, entries from platform.audit_heads where tenant_id = $1',
    values: [tenantId],
  };
}
