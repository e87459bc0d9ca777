import { ApiError } from '@ecp/contract/declaring/errors';
import type { AuditLogEntry, AuditLogQuery } from '@ecp/contract/identity/audit-log';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../paging/page-cursor.ts';
import { type AuditRow, auditColumns, selectAuditHead, toAuditLogEntry } from './audit-rows.ts';

/** Length of a page when the client sends no limit. */
const defaultPage = 50;

interface Row extends AuditRow {
  created_micros: string;
}

/** A page of the audit log; `nextCursor` is null on the last page. */
export interface AuditLogPage {
  entries: AuditLogEntry[];
  /** Last hash of the chain. */
  head: string;
  nextCursor: string | null;
}

/**
 * Lists the tenant's audit log, newest first, from `from` (inclusive) to `to` (exclusive) (AUD-3, AUD-4).
 * Error: `invalid_request` for an invalid time or cursor.
 */
export async function listAuditLog(context: RequestContext, query: AuditLogQuery): Promise<AuditLogPage> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context.tenantId, query, limit + 1);
  const head = selectAuditHead(context.tenantId);
  const [found, [end]] = await context.services.database.batchTenant(context.tenantId, [statement, head]);
  const rows = found.slice(0, limit);
  return {
    entries: rows.map(toAuditLogEntry),
    head: end?.head ?? '',
    nextCursor: nextCursorOf(rows, found.length > limit),
  };
}

/** Makes the statement of a page. Each set of filters has one text, so that it is prepared once. */
function selectPage(tenantId: string, query: AuditLogQuery, rows: number): Statement<Row> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: `tenant_id = ${place(tenantId)}` };
  if (query.action !== undefined) conditions['action'] = `action = ${place(query.action)}`;
  if (query.userId !== undefined) conditions['user'] = `user_id = ${place(query.userId)}`;
  if (query.resourceType !== undefined) conditions['type'] = `resource_type = ${place(query.resourceType)}`;
  if (query.from !== undefined) conditions['from'] = `created_at >= ${place(readTime('from', query.from))}`;
  if (query.to !== undefined) conditions['to'] = `created_at < ${place(readTime('to', query.to))}`;
  if (query.cursor !== undefined) conditions['cursor'] = afterCursor(query.cursor, place);
  return {
    name: `list_audit_log ${Object.keys(conditions).join(' ')}`,
    text: `select ${auditColumns}, created_micros
      from (
        select *, ${createdMicrosColumn} from platform.audit_log where ${Object.values(conditions).join(' and ')}
        order by created_at desc, id desc limit ${place(rows)}
      ) entry
      left join platform.audit_links link on link.entry_id = entry.id and link.tenant_id = entry.tenant_id
      order by entry.created_at desc, entry.id desc`,
    values,
  };
}

/** Parses a time. A leap second passes the schema's format check, but `Date` rejects it. */
function readTime(name: string, given: string): Date {
  const time = new Date(given);
  if (!Number.isNaN(time.getTime())) return time;
  throw new ApiError('invalid_request', { details: [{ path: `/${name}`, message: 'is not a time' }] });
}
