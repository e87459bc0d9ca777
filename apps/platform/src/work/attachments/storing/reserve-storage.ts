import { ApiError } from '@ecp/contract/declaring/errors';
import { formatMegabytes } from '@ecp/contract/identity/billing-plan-limits';
import type { Transaction } from '@ecp/database/database';
import { readBillingPlanLimits, selectStorageUsed } from '../../../identity/billing/plan-limits.ts';

/** A request for storage for one file that is being uploaded. */
export interface ReservationRequest {
  id: string;
  /** The key of the future file. The purge of an abandoned reservation deletes what is stored there. */
  storageKey: string;
  /** The least number of bytes that is sufficient, and the preferred number. */
  neededBytes: number;
  wantedBytes: number;
}

/**
 * Reserves room in the tenant's storage, or resizes the reservation of the same id, and returns the granted bytes.
 * Callers of one tenant wait for each other, so that stored and reserved bytes together never exceed the plan's limit
 * (LIM-5). Error: `storage_limit_exceeded`.
 */
export async function reserveStorage(
  tx: Transaction,
  tenantId: string,
  { id, storageKey, neededBytes, wantedBytes }: ReservationRequest,
): Promise<number> {
  await tx.query({
    name: 'lock_storage_usage',
    text: `insert into platform.storage_usage (tenant_id) values ($1)
      on conflict (tenant_id) do update set reserved_at = now()`,
    values: [tenantId],
  });
  const { storageSizeBytes } = await readBillingPlanLimits(tx, tenantId);
  const { rows } = await tx.query(selectStorageUsed(tenantId, id));
  const available = storageSizeBytes - (rows[0]?.used ?? 0);
  if (neededBytes > available) {
    throw new ApiError('storage_limit_exceeded', { values: { limit: formatMegabytes(storageSizeBytes) } });
  }
  const granted = Math.min(wantedBytes, available);
  await tx.query({
    name: 'reserve_storage',
    text: `insert into platform.storage_reservations (id, tenant_id, storage_key, size_bytes) values ($1, $2, $3, $4)
      on conflict (id) do update set size_bytes = excluded.size_bytes`,
    values: [id, tenantId, storageKey, granted],
  });
  return granted;
}

/**
 * Names a file that will take over what a row holds, so that the purge of abandoned reservations deletes it after a
 * crash. It reserves no room, because the tenant does not store more.
 */
export async function reserveForMove(
  tx: Transaction,
  tenantId: string,
  { id, storageKey }: Pick<ReservationRequest, 'id' | 'storageKey'>,
): Promise<void> {
  await tx.query({
    name: 'reserve_for_move',
    text: 'insert into platform.storage_reservations (id, tenant_id, storage_key, size_bytes) values ($1, $2, $3, 0)',
    values: [id, tenantId, storageKey],
  });
}

/** Ends a reservation; returns false when it no longer exists. */
export async function endReservation(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'end_reservation',
    text: 'delete from platform.storage_reservations where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  });
  return rowCount > 0;
}
