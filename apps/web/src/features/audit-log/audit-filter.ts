import type { AuditLogQuery } from '@ecp/contract/identity/audit-log';
import { endOfDay, startOfDay } from '../../format/day-bounds.ts';

/** Filter of the audit log, stored in the URL. `from` and `to` are days, both included. */
export interface AuditFilter {
  action?: string;
  userId?: string;
  resourceType?: string;
  from?: string;
  to?: string;
}

/** Converts the filter to the query of the API, whose `to` is exclusive (docs/requirements/audit-log.md). */
export function toAuditQuery({ from, to, ...rest }: AuditFilter): AuditLogQuery {
  const [begin, end] = [from && startOfDay(from), to && endOfDay(to)];
  return { ...rest, ...(begin ? { from: begin } : {}), ...(end ? { to: end } : {}) };
}
