import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { ChartTable } from '../../charts/chart-table.ts';
import { auditLogTexts } from '../../texts/en/settings/audit-log.ts';
import { describeAction, describeActor, type Names } from './describe-entry.ts';

/** Converts entries to a table for a spreadsheet: sentences with all recorded details. */
export function toAuditTable(entries: readonly AuditLogEntry[], names: Names): ChartTable<AuditLogEntry> {
  const { time, who, what, action, resourceType, resourceId, userId, ip, metadata } = auditLogTexts.csv;
  return {
    columns: [
      { title: time, value: ({ createdAt }) => createdAt },
      { title: who, value: (entry) => describeActor(entry, names) },
      { title: what, value: (entry) => describeAction(entry, names) },
      { title: action, value: (entry) => entry.action },
      { title: resourceType, value: (entry) => entry.resourceType },
      { title: resourceId, value: (entry) => entry.resourceId },
      { title: userId, value: (entry) => entry.userId },
      { title: ip, value: ({ ipAddress }) => ipAddress },
      { title: metadata, value: (entry) => JSON.stringify(entry.metadata) },
    ],
    rows: entries,
  };
}
