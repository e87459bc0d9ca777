import type { ExecutorLease } from '@ecp/database/executor-lease';
import type { Statement } from '@ecp/database/statement';
import { openWorkQueue, type WorkQueue } from '@ecp/durable-work/work-queue';
import { enqueueWork } from '@ecp/durable-work/works';
import { recoverLostCalls } from '../call/budget/reserve-call.ts';
import type { EngineServices } from '../call/engine-services.ts';
import { workIdOf } from '../kernel/runs.ts';
import { executeRun, type RunWorkflowInput } from '../workflow/run-workflow.ts';

/** The longest wait before an accepted run begins. */
const pollMs = 100;
const failedWaitMs = 1_000;
const runQueue = 'runs';
/** Open runs of a process, paused ones included. They consist of promises only: 10,000 hold about a hundred megabytes. */
const maxRuns = 10_000;

/**
 * Opens the queue of runs: executes them under `lease`. Calls in flight of a dead process count in full before its runs go
 * on.
 */
export function openRunQueue(
  database: { url: string; pooled: boolean },
  services: EngineServices,
  lease: ExecutorLease,
): WorkQueue {
  const { log } = services;
  return openWorkQueue({
    ...{ service: 'engine', ...database, lease, fenced: true, pollMs, log },
    // A tenant gets at most half, because its runs may be paused for days.
    queues: { [runQueue]: { concurrency: maxRuns, perLane: () => Math.ceil(maxRuns / 2) } },
    handler: ({ input }) => executeRun(services, input as RunWorkflowInput),
    onFailure: () => failedWaitMs,
    async settle(executorId) {
      const lostCalls = await recoverLostCalls(services.database, executorId);
      if (lostCalls > 0) log.warn({ executorId, lostCalls }, 'Calls in flight of a process that ended count in full');
    },
  });
}

/** Enqueues a run in its tenant's lane, in the transaction of the statement. */
export const enqueueRun = (input: RunWorkflowInput): Statement =>
  enqueueWork('engine', { id: workIdOf(input), kind: 'run', queue: runQueue, lane: input.tenantId, input });
