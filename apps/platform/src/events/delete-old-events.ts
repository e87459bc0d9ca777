import type { Database } from '@ecp/database/database';

const keptMs = 30 * 24 * 3_600_000;
const batchSize = 5_000;

/** Deletes recorded events that are older than 30 days; what is due of them has its own rows. Any process may call it. */
export async function deleteOldEvents(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  for (;;) {
    const [deleted = []] = await database.batchSystem([
      {
        text: `delete from platform.outbox_events where id in (
          select id from platform.outbox_events where created_at < $1 limit ${batchSize} for update skip locked)
          returning 1`,
        values: [before],
      },
    ]);
    if (deleted.length < batchSize) return;
  }
}
