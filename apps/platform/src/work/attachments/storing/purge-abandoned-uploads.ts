import { sql } from '@ecp/database/statement';
import type { Services } from '../../../kernel/services.ts';

/** Longer than a request may last, so that uploads in progress are not touched. */
const abandonedAfterMs = 30 * 60_000;

/**
 * Deletes the files of uploads whose process died. File and reservation are deleted in one transaction, so that neither
 * is left without the other. An upload that still finishes finds its reservation gone. Throws while the storage does
 * not answer.
 */
export async function purgeAbandonedUploads({
  database,
  storage,
  clock,
}: Pick<Services, 'database' | 'storage' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs);
  const releaseOne = () =>
    database.withSystem(async (tx) => {
      const { rows } = await tx.query<{ storage_key: string }>(sql`delete from platform.storage_reservations
        where id = (select id from platform.storage_reservations where created_at < ${before} order by created_at limit 1)
        returning storage_key`);
      const [abandoned] = rows;
      if (abandoned) await storage.delete(abandoned.storage_key);
      return abandoned !== undefined;
    });
  while (await releaseOne());
}
