import type { Database } from '@ecp/database/database';

const keptMs = 30 * 24 * 3_600_000;
const batchSize = 5_000;

/** Deletes deliveries, with their attempts, that are older than 30 days. Any process may call it any time. */
export async function deleteOldDeliveries(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  for (;;) {
    const [deleted = []] = await database.batchSystem([
      {
        text: `delete from platform.webhook_deliveries where id in (
          select id from platform.webhook_deliveries where created_at < $1 limit ${batchSize} for update skip locked)
          returning 1`,
        values: [before],
      },
    ]);
    if (deleted.length < batchSize) return;
  }
}
