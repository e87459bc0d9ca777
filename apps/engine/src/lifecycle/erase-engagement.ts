import type { Database } from '@ecp/database/database';
import type { NoRow, Statement } from '@ecp/database/statement';
import type { WorkQueue } from '@ecp/durable-work/work-queue';
import type { EngineServices } from '../call/engine-services.ts';
import { eraseImages, imagesWithoutRun, purgeImages } from '../kernel/images.ts';
import { forgetRun, stoppedByUser, workIdOf } from '../kernel/runs.ts';
import { runPeriodically } from '../kernel/waiting.ts';
import { stopRun } from './control-run.ts';

/**
 * Erases everything that the engine stores about an engagement: stops runs that are not over, then deletes rows and
 * durable records. Repeatable. A late start of one of `runIds` is refused.
 */
export async function eraseEngagement(
  services: EngineServices & { queue: WorkQueue },
  tenantId: string,
  engagementId: string,
  runIds: string[],
): Promise<void> {
  const { database, queue } = services;
  const values = [tenantId, engagementId];
  const [, active] = await database.batchTenant<[NoRow, { runId: string }]>(tenantId, [
    insertRunTombstones(tenantId, runIds),
    {
      text: `select id as "runId" from engine.runs
        where tenant_id = $1 and engagement_id = $2 and status in ('running', 'paused')`,
      values,
    },
  ]);
  for (const { runId } of active) await stopRun(services, { tenantId, runId });
  // Only now, because a run that waits for answers may begin a generation until it is stopped.
  const [runs] = await database.batchTenant<[{ runId: string; generation: number }]>(tenantId, [
    { text: 'select id as "runId", generation from engine.runs where tenant_id = $1 and engagement_id = $2', values },
  ]);
  for (const { runId, generation: last } of runs) {
    // It has nothing left to do.
    const workIds = Array.from({ length: last + 1 }, (_, generation) => workIdOf({ tenantId, runId, generation }));
    await queue.remove(workIds);
    services.contexts.drop({ tenantId, runId });
    forgetRun(database, { tenantId, runId });
  }
  await database.batchTenant(tenantId, [
    { text: 'delete from engine.runs where tenant_id = $1 and engagement_id = $2', values },
    { text: 'delete from engine.budgets where tenant_id = $1 and engagement_id = $2', values },
    eraseImages(tenantId, engagementId),
    insertRunTombstones(tenantId, runIds),
  ]);
}

const hourMs = 3_600_000;

/**
 * Marks unknown runs as stopped, so that a late start is refused. A tombstone has ids only and belongs to no
 * engagement. An existing row of such an id stays as it is.
 */
function insertRunTombstones(tenantId: string, runIds: string[]): Statement {
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
