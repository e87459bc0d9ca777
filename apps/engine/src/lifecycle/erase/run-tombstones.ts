import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { stoppedByUser } from '../../kernel/runs/end-run.ts';

const hourMs = 3_600_000;

/**
 * Marks runs as stopped that the engine does not have, so that an order which is late is refused. A tombstone holds ids
 * only and belongs to no engagement; what is there of such an id stays.
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

/** Deletes tombstones older than a day: no order is as late as that. */
export async function purgeRunTombstones(database: Database): Promise<void> {
  const old = `engagement_id = '' and finished_at < now() - interval '1 day'`;
  const [tenants] = await database.batchSystem<[{ tenant_id: string }]>([
    { text: `select distinct tenant_id from engine.runs where ${old}` },
  ]);
  for (const { tenant_id: tenantId } of tenants) {
    await database.batchTenant(tenantId, [
      { text: `delete from engine.runs where tenant_id = $1 and ${old}`, values: [tenantId] },
    ]);
  }
}

/** Forgets old tombstones each hour. Returns the function that ends it. */
export function startTombstonePurge({ database, log }: EngineServices): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'Cannot forget old tombstones yet');
  return runPeriodically(hourMs, () => purgeRunTombstones(database), onError);
}
