import { DBOS } from '@dbos-inc/dbos-sdk';
import { takeOverFromDead } from '@ecp/database/dead-executors';
import { recoverLostCalls } from '../budget/recover-lost-calls.ts';
import type { EngineServices } from '../engine-services.ts';
import { repeatWork } from '../repeat-work.ts';

/** How soon the runs of a process that died are taken up by one that lives. */
const takeOverMs = 5_000;
const maxWorkflowsAtOnce = 1_000;

/**
 * Looks every few seconds for runs that a dead process left, and puts them back into the queue for any process
 * (architecture, recovery of a dead engine process). Returns the function that ends it.
 */
export function watchDeadExecutors(services: EngineServices, databaseUrl: string): () => Promise<void> {
  return repeatWork(
    takeOverMs,
    () => takeOverRuns(services, databaseUrl),
    (error) => services.log.warn({ err: error }, 'Cannot look for runs of dead processes yet'),
  );
}

async function takeOverRuns({ database, executorId, log }: EngineServices, databaseUrl: string): Promise<void> {
  const executor = { service: 'engine', url: databaseUrl, pool: database.pool, executorId } as const;
  await takeOverFromDead(executor, async (owner) => {
    const lostCalls = await recoverLostCalls(database, owner);
    const workflows = await requeue(owner);
    log.warn({ deadExecutor: owner, workflows, lostCalls }, 'Took over the work of a process that died');
  });
}

/** Puts a dead process's work back into the queue; returns how many workflows. */
async function requeue(executorId: string): Promise<number> {
  for (let count = 0; ; ) {
    // Read under the claim: another process may have taken them over just before.
    const page = { limit: maxWorkflowsAtOnce, loadInput: false, loadOutput: false };
    const left = await DBOS.listWorkflows({ status: 'PENDING', executorId, ...page });
    await DBOS.resumeWorkflows(left.map(({ workflowID }) => workflowID));
    count += left.length;
    if (left.length < maxWorkflowsAtOnce) return count;
  }
}
