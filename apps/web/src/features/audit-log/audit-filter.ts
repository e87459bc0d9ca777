import type { AuditLogQuery } from '@ecp/contract/identity/audit-log';
import { endOfDay, startOfDay } from '../../format/day-bounds.ts';

/** What the log is narrowed to; stands in the address. `from` and `to` are days, both included. */
export interface AuditFilter {
  action?: string;
  userId?: string;
  resourceType?: string;
  from?: string;
  to?: string;
}

/** The filter as the service takes it: `to` does not belong to its period (docs/requirements/audit-log.md). */
export function toAuditQuery({ from, to, ...rest }: AuditFilter): AuditLogQuery {
  const [begin, end] = [from && startOfDay(from), to && endOfDay(to)];
  return { ...rest, ...(begin ? { from: begin } : {}), ...(end ? { to: end } : {}) };
}
