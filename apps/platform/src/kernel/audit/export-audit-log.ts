import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../context.ts';
import { type AuditRow, auditColumns, selectAuditHead, toAuditLogEntry } from './audit-rows.ts';

/** Entries of one statement; an entry has about a kilobyte. */
const pageEntries = 500;

/**
 * Exports the chain of the tenant's audit log as JSON text `{head, entries}` in pieces of one entry (AUD-8). The
 * entries stand in the order of the chain and end at the head that was known when the export began.
 */
export async function* exportAuditLog({ services, tenantId }: RequestContext): AsyncGenerator<string> {
  const { database } = services;
  const [[end]] = await database.batchTenant(tenantId, [selectAuditHead(tenantId)]);
  yield `{"head":${JSON.stringify(end?.head ?? '')},"entries":[`;
  const entries = end?.entries ?? 0;
  let separator = '';
  for (let after = 0; after < entries; after += pageEntries) {
    const upTo = Math.min(entries, after + pageEntries);
    const [rows] = await database.batchTenant(tenantId, [selectEntries(tenantId, after, upTo)]);
    for (const row of rows) {
      yield separator + JSON.stringify(toAuditLogEntry(row));
      separator = ',';
    }
  }
  yield ']}';
}

function selectEntries(tenantId: string, after: number, upTo: number): Statement<AuditRow> {
  return {
    name: 'export_audit_log',
    text: `select ${auditColumns}
      from platform.audit_links link
      join platform.audit_heads chain on chain.id = link.chain_id and chain.tenant_id = link.tenant_id
      join platform.audit_log entry on entry.id = link.entry_id and entry.tenant_id = link.tenant_id
      where link.tenant_id = $1 and link.position > $2 and link.position <= $3
      order by link.position`,
    values: [tenantId, after, upTo],
  };
}
