import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type pg from 'pg';
import { engineVersion } from '../../kernel/runs/engine-version.ts';
import type { RunWorkflowInput } from '../../workflow/run-workflow.ts';
import { workflowIdOf } from '../../kernel/runs/workflow-id.ts';

/** The queue of runs, in one part a tenant. (An older release's, named `runs`, had no parts.) */
export const runQueue = 'tenant-runs';

/** Puts a run's durable work into its tenant's part of the queue, in the transaction of `connection`. */
export async function enqueueRun(
  client: DBOSClient,
  connection: pg.ClientBase,
  input: RunWorkflowInput,
): Promise<void> {
  const work = { queueName: runQueue, queuePartitionKey: input.tenantId, workflowName: 'run' };
  const options = { ...work, workflowID: workflowIdOf(input), appVersion: engineVersion };
  await client.enqueueInTransaction(connection, options, input);
}
