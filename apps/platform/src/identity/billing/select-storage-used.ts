import type { Statement } from '@ecp/database/statement';

/** Bytes that a tenant's attachments take, with those of uploads under way but for one: one row `{used}`. */
export function selectStorageUsed(tenantId: string, exceptReservation = ''): Statement<{ used: number }> {
  return {
    name: 'select_storage_used',
    text: `select
      (select coalesce(sum(size_bytes), 0) from platform.attachments where tenant_id = $1) +
      (select coalesce(sum(size_bytes), 0) from platform.storage_reservations where tenant_id = $1 and id <> $2) as used`,
    values: [tenantId, exceptReservation],
  };
}
