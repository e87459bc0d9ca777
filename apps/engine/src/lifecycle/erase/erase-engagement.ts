import type { NoRow } from '@ecp/database/statement';
import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { eraseImages } from '../../kernel/images/engagement-images.ts';
import { forgetRun } from '../../kernel/runs/run-store.ts';
import { workflowIdOf } from '../../kernel/runs/workflow-id.ts';
import { stopRun } from '../control/control-run.ts';
import { insertRunTombstones } from './run-tombstones.ts';

/**
 * Erases everything that the engine stores about an engagement: stops runs that are not over, then deletes rows and
 * durable records. Repeatable (PRO-17). A late start of one of `runIds` is refused.
 */
export async function eraseEngagement(
  services: CallDependencies & { queue: DurableQueue },
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
    // The workflows have nothing left to do, and their records contain texts of the tenant.
    const workflowIds = Array.from({ length: last + 1 }, (_, generation) =>
      workflowIdOf({ tenantId, runId, generation }),
    );
    await queue.cancel(workflowIds, { children: true });
    await queue.remove(workflowIds, { children: true });
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
