import type { Statement } from '@ecp/database/statement';

/** Selects the bytes of all that a tenant stores beside the files of its attachments, as one row `{used}` (BIL-9). */
export function selectRecordBytes(tenantId: string): Statement<{ used: number }> {
  return { name: 'select_record_bytes', text: 'select platform.measure_records($1) as used', values: [tenantId] };
}
