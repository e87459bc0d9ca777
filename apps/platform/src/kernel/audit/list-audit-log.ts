import { ApiError } from '@ecp/contract/declaring/errors';
import type { AuditLogEntry, AuditLogQuery } from '@ecp/contract/identity/audit-log';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../paging/page-cursor.ts';

/** Length of a page when the client sends no limit. */
const defaultPage = 50;

interface Row {
  id: string;
  tenant_id: string | null;
  user_id: string | null;
  action: string;
  resource_type: string;
  resource_id: string | null;
  metadata: Record<string, unknown>;
  ip_address: string | null;
  created_at: Date;
  created_micros: string;
}

/** A page of the audit log; `nextCursor` is null on the last page. */
export interface AuditLogPage {
  entries: AuditLogEntry[];
  nextCursor: string | null;
}

/**
 * Lists the tenant's audit log, newest first, from `from` (inclusive) to `to` (exclusive) (AUD-3, AUD-4).
 * Error: `invalid_request` for an invalid time or cursor.
 */
export async function listAuditLog(context: RequestContext, query: AuditLogQuery): Promise<AuditLogPage> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context.tenantId, query, limit + 1);
  const [found] = await context.services.database.batchTenant(context.tenantId, [statement]);
  const rows = found.slice(0, limit);
  return { entries: rows.map(toEntry), nextCursor: nextCursorOf(rows, found.length > limit) };
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
    text: `select id, tenant_id, user_id, action, resource_type, resource_id, metadata, ip_address, created_at,
        ${createdMicrosColumn}
      from platform.audit_log where ${Object.values(conditions).join(' and ')}
      order by created_at desc, id desc limit ${place(rows)}`,
    values,
  };
}

/** Parses a time. A leap second passes the schema's format check, but `Date` rejects it. */
function readTime(name: string, given: string): Date {
  const time = new Date(given);
  if (!Number.isNaN(time.getTime())) return time;
  throw new ApiError('invalid_request', { details: [{ path: `/${name}`, message: 'is not a time' }] });
}

function toEntry(row: Row): AuditLogEntry {
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
  };
}
