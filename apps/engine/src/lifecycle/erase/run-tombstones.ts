import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { imagesWithoutRun, purgeImages } from '../../kernel/images/engagement-images.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { stoppedByUser } from '../../kernel/runs/end-run.ts';

const hourMs = 3_600_000;

/**
 * Marks unknown runs as stopped, so that a late start is refused. A tombstone has ids only and belongs to no
 * engagement. An existing row of such an id stays as it is.
 */
export function insertRunTombstones(tenantId: string, runIds: string[]): Statement {
  return {
    name: 'bury_runs',
    text: `insert into engine.runs
        (id, tenant_id, engagement_id, status, failure_reason, error, input, finished_at, stop_requested_at)
      select id, $1, '', 'failed', $3, $4, '{}'::json, now(), now() from unnest($2::text[]) as given (id)
      on conflict (tenant_id, id) do nothing`,
    values: [tenantId, runIds, stoppedByUser.reason, stoppedByUser.message],
  };
}

/**
 * Deletes tombstones older than a day, because no start arrives that late, and images that were stored for a start that
 * one of them refused. Such images may be younger; the tombstones of their tenant then stay until the images are
 * deleted.
 */
export async function purgeRunTombstones(database: Database): Promise<void> {
  const old = `engagement_id = '' and finished_at < now() - interval '1 day'`;
  const [tenants] = await database.batchSystem<[{ tenant_id: string }]>([
    { text: `select distinct tenant_id from engine.runs where ${old}` },
  ]);
  for (const { tenant_id: tenantId } of tenants) {
    await database.batchTenant(tenantId, [
      purgeImages(tenantId),
      {
        text: `delete from engine.runs where tenant_id = $1 and ${old} and not exists (${imagesWithoutRun})`,
        values: [tenantId],
      },
    ]);
  }
}

/** Purges old tombstones every hour. Returns a function that ends this. */
export function startTombstonePurge({ database, log }: EngineServices): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'Cannot purge old tombstones yet; will try again');
  return runPeriodically(hourMs, () => purgeRunTombstones(database), onError);
}
