import type { Database } from '@ecp/database/database';

const dayMs = 24 * 3_600_000;
const batchSize = 5_000;

/**
 * Deletes the rows of a table that were created more than `keptDays` before `now`, in batches that skip locked rows. Any
 * process may call it at any time.
 */
export async function purgeOldRows(
  database: Database,
  table: `platform.${string}`,
  now: Date,
  keptDays: number,
): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  for (;;) {
    const [deleted] = await database.batchSystem<[{ id: string }]>([
      {
        text: `delete from ${table} where id in (
          select id from ${table} where created_at < $1 limit ${batchSize} for update skip locked)
          returning id`,
        values: [before],
      },
    ]);
    if (deleted.length < batchSize) return;
  }
}
