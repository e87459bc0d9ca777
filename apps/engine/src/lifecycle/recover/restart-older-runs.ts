import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';
import type { RunKind } from '../../kernel/runs/run-store.ts';
import { runOfWorkflow } from '../../kernel/runs/workflow-id.ts';
import { enqueueRun } from '../start/enqueue-run.ts';

type QueueServices = EngineServices & { queue: DurableQueue };

const olderVersions = Array.from({ length: Number(engineVersion) - 1 }, (_, index) => String(index + 1));
const isOlder = (version: string | null): boolean => version === null || olderVersions.includes(version);
const workflowsAtOnce = 500;

/**
 * Restarts runs of older releases under this one if no process executes them, so that all their remaining work waits in
 * the queue. Their steps are not replayed: our own tables have what they did and paid. Returns the number of runs.
 */
export async function restartOlderRuns(services: QueueServices): Promise<number> {
  const waiting = await services.queue.listWaiting({
    workflows: ['run', 'task'],
    versions: olderVersions,
    limit: workflowsAtOnce,
  });
  let adopted = 0;
  for (const id of new Set(waiting.map((work) => work.parentId ?? work.id))) {
    if (await adopt(services, id)) adopted += 1;
  }
  return adopted;
}

/** Locks the run's durable work against other processes and replaces it in the same transaction. */
async function adopt({ database, queue }: QueueServices, id: string): Promise<boolean> {
  const { tenantId, runId, generation } = runOfWorkflow(id);
  return database.withSystem(async (tx) => {
    if (!(await tx.asLoginRole((connection) => queue.withdraw(connection, id, isOlder)))) return false;
    const { rows } = await tx.query<{ engagementId: string; kind: RunKind }>({
      text: `select engagement_id as "engagementId", kind from engine.runs
        where tenant_id = $1 and id = $2 and status in ('running', 'paused')`,
      values: [tenantId, runId],
    });
    const [run] = rows;
    if (!run) return false;
    const { engagementId, kind } = run;
    const input = { tenantId, runId, engagementId, kind, adopted: true, generation };
    await tx.asLoginRole((connection) => enqueueRun(queue, connection, input));
    return true;
  });
}
