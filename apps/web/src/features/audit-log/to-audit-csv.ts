import type { AuditLogEntry } from '@ecp/contract/audit-log';
import { toCsv } from '../../charts/to-csv.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { describeAction, describeActor, type Names } from './describe-entry.ts';

/** Entries as a file for a spreadsheet: the sentences, and all that is behind them. */
export function toAuditCsv(entries: readonly AuditLogEntry[], names: Names): string {
  const { time, who, what, action, resourceType, resourceId, userId, ip, metadata } = auditLogTexts.csv;
  return toCsv({
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
  });
}
