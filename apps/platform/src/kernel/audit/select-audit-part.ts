import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { Statement } from '@ecp/database/statement';
import { type AuditRow, auditColumns, toAuditLogEntry } from './audit-rows.ts';

/** An entry with the hash before it, so that its link can be checked without the rest of the chain. */
export type LinkedEntry = AuditLogEntry & { previousHash: string };

type LinkedRow = AuditRow & { previous_hash: string | null };

/** Most entries of an engagement's part of the log. */
export const maxAuditPart = 10_000;

/**
 * Selects the entries of the tenant's audit log that are about an engagement, in the order of the chain: one more than
 * `maxAuditPart` where there are more.
 */
export function selectAuditPart(tenantId: string, engagementId: string): Statement<LinkedRow> {
  return {
    name: 'select_audit_part',
    text: `select ${auditColumns}, before.hash as previous_hash
      from platform.audit_log entry
      join platform.audit_links link on link.entry_id = entry.id and link.tenant_id = entry.tenant_id
      left join platform.audit_links before
        on before.chain_id = link.chain_id and before.position = link.position - 1 and before.tenant_id = link.tenant_id
      where entry.tenant_id = $1 and (entry.resource_id = $2 or entry.metadata->>'engagementId' = $2)
      order by link.position limit $3`,
    values: [tenantId, engagementId, maxAuditPart + 1],
  };
}

/** Turns a row into an entry with the hash before it. */
export function toLinkedEntry(row: LinkedRow): LinkedEntry {
  return { ...toAuditLogEntry(row), previousHash: row.previous_hash ?? '' };
}
