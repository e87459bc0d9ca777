import { ApiError } from '@ecp/contract/declaring/errors';
import { formatMegabytes } from '@ecp/contract/identity/billing-plan-limits';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { sql } from '@ecp/database/statement';
import { readBillingPlanLimits, selectStorageUsed } from '../../identity/billing/plan-limits.ts';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import { encryptedSuffix } from '../../kernel/storage/encrypted-storage.ts';

export const tenantPrefix = (tenantId: string) => `tenants/${tenantId}/`;

export const engagementPrefix = (tenantId: string, engagementId: string) =>
  `${tenantPrefix(tenantId)}engagements/${engagementId}/`;

/** Makes a key for a new file. It holds nothing of the file's name. */
export const newFileKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}files/${createId()}${encryptedSuffix}`;

export const tablesPrefix = (tenantId: string, engagementId: string, attachmentId: string) =>
  `${engagementPrefix(tenantId, engagementId)}tables/${attachmentId}/`;

/** The key of the Parquet of an attachment's table; `ordinal` is its place in the file, from 0. */
export const tableKey = (
  tenantId: string,
  engagementId: string,
  attachmentId: string,
  ordinal: number,
) => `${tablesPrefix(tenantId, engagementId, attachmentId)}${ordinal}.parquet${encryptedSuffix}`;

/** The keys of the engagement's manifest and of its context index. */
export const manifestKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}manifest.json${encryptedSuffix}`;
export const contextIndexKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}context-index.json${encryptedSuffix}`;

/** A request for storage for one file that is being uploaded. */
interface ReservationRequest {
  id: string;
  /**
   * The key of the future file. The purge of an abandoned reservation deletes what is stored there.
   */
  storageKey: string;
  /** The least number of bytes that is sufficient, and the preferred number. */
  neededBytes: number;
  wantedBytes: number;
}

/**
 * Reserves room for a tenant, or resizes the reservation of that id; returns the granted bytes.
 * Callers of a tenant take turns, so that the plan's limit holds. Error: `storage_limit_exceeded`.
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
    throw new ApiError('storage_limit_exceeded', {
      values: { limit: formatMegabytes(storageSizeBytes) },
    });
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

/** Ends a reservation; returns false when it no longer exists. */
export async function endReservation(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'end_reservation',
    text: 'delete from platform.storage_reservations where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  });
  return rowCount > 0;
}

/**
 * Deletes one stored file, or all files below a prefix. Repeatable. Throws while the storage does
 * not answer.
 */
export async function deleteStoredFiles(
  { storage }: Pick<Services, 'storage'>,
  target: DurableInputs['deleteStoredFiles'],
): Promise<void> {
  if ('key' in target) await storage.delete(target.key);
  else await storage.deletePrefix(target.prefix);
}

/** Longer than a request may last, so that uploads in progress are not touched. */
const abandonedAfterMs = 30 * 60_000;

/**
 * Deletes files and reservations of uploads whose process died, each pair in one transaction. A
 * late upload finds its reservation gone. Throws without storage.
 */
export async function purgeAbandonedUploads({
  database,
  storage,
  clock,
}: Pick<Services, 'database' | 'storage' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs);
  const releaseOne = () =>
    database.withSystem(async (tx) => {
      const { rows } = await tx.query<{
        storage_key: string;
      }>(sql`delete from platform.storage_reservations
        where id = (select id from platform.storage_reservations where created_at < ${before} order by created_at limit 1)
        returning storage_key`);
      const [abandoned] = rows;
      if (abandoned) await storage.delete(abandoned.storage_key);
      return abandoned !== undefined;
    });
  while (await releaseOne());
}
