import type { Statement } from '@ecp/database/statement';

/**
 * Selects the bytes of a tenant's attachments, archived pages and reserved uploads, except one reservation, as one row
 * `{used}`.
 */
export function selectStorageUsed(tenantId: string, exceptReservation = ''): Statement<{ used: number }> {
  return {
    name: 'select_storage_used',
    text: `select
      (select coalesce(sum(size_bytes), 0) from platform.attachments where tenant_id = $1) +
      (select coalesce(sum(size_bytes + text_bytes), 0) from platform.pages where tenant_id = $1) +
      (select coalesce(sum(size_bytes), 0) from platform.storage_reservations where tenant_id = $1 and id <> $2) as used`,
    values: [tenantId, exceptReservation],
  };
}
