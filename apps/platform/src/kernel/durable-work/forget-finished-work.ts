import { DBOS } from '@dbos-inc/dbos-sdk';

/** How long an id keeps standing for work that is done; after it the same id would be new work. */
const keptMs = 10 * 60_000;
const batchSize = 1_000;

/**
 * Deletes work that ended more than ten minutes ago, with its input: mails hold addresses and names, and nothing asks for
 * them again.
 */
export async function forgetFinishedWork(now: Date): Promise<void> {
  const completedBefore = new Date(now.getTime() - keptMs).toISOString();
  for (;;) {
    const finished = await DBOS.listWorkflows({
      status: ['SUCCESS', 'ERROR'],
      completedBefore,
      limit: batchSize,
      loadInput: false,
      loadOutput: false,
    });
    if (finished.length > 0) await DBOS.deleteWorkflows(finished.map(({ workflowID }) => workflowID));
    if (finished.length < batchSize) return;
  }
}
