import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type pg from 'pg';
import { engineVersion } from '../../kernel/runs/engine-version.ts';
import { workflowIdOf } from '../../kernel/runs/workflow-id.ts';
import type { RunWorkflowInput } from '../../workflow/run-workflow.ts';

/** The queue of runs, with a partition for each tenant. (The queue `runs` of an older release had no partitions.) */
export const runQueue = 'tenant-runs';

/** Enqueues a run's durable work in its tenant's partition, in the transaction of `connection`. */
export async function enqueueRun(
  queue: DurableQueue,
  connection: pg.ClientBase,
  input: RunWorkflowInput,
): Promise<void> {
  const work = { queue: runQueue, partition: input.tenantId, workflow: 'run', id: workflowIdOf(input) };
  await queue.enqueue(connection, { ...work, version: engineVersion, input });
}
