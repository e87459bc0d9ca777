import type { NoRow } from '@ecp/database/statement';
import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { eraseImages } from '../../kernel/images/engagement-images.ts';
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
  const [, runs] = await database.batchTenant<[NoRow, { id: string; status: string; generation: number }]>(tenantId, [
    insertRunTombstones(tenantId, runIds),
    {
      text: 'select id, status, generation from engine.runs where tenant_id = $1 and engagement_id = $2',
      values: [tenantId, engagementId],
    },
  ]);
  for (const { id: runId, status, generation: last } of runs) {
    if (status === 'running' || status === 'paused') await stopRun(services, { tenantId, runId });
    // The workflow has nothing left to do, and its records contain texts of the tenant.
    const generations = Array.from({ length: last + 1 }, (_, generation) => generation);
    const workflowIds = generations.map((generation) => workflowIdOf({ tenantId, runId, generation }));
    await queue.cancel(workflowIds, { children: true });
    await queue.remove(workflowIds, { children: true });
    services.contexts.drop({ tenantId, runId });
  }
  const values = [tenantId, engagementId];
  await database.batchTenant(tenantId, [
    { text: 'delete from engine.runs where tenant_id = $1 and engagement_id = $2', values },
    { text: 'delete from engine.budgets where tenant_id = $1 and engagement_id = $2', values },
    eraseImages(tenantId, engagementId),
    insertRunTombstones(tenantId, runIds),
  ]);
}
