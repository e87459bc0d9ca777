import { DBOS, type DBOSClient } from '@dbos-inc/dbos-sdk';
import { takeOverFromDead } from '@ecp/database/dead-executors';
import { recoverLostCalls } from '../../call/budget/recover-lost-calls.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { repeatWork } from '../../kernel/repeat-work.ts';
import { adoptOlderRuns } from './adopt-older-runs.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';

/** How soon the runs of a process that died are taken up by one that lives. */
const takeOverMs = 5_000;
const maxWorkflowsAtOnce = 1_000;

/**
 * Looks every few seconds for runs that a dead process left, and puts them back into the queue for any process
 * (architecture, recovery of a dead engine process). Returns the function that ends it.
 */
export function watchDeadExecutors(
  services: EngineServices & { client: DBOSClient },
  databaseUrl: string,
): () => Promise<void> {
  return repeatWork(
    takeOverMs,
    () => takeOverRuns(services, databaseUrl),
    (error) => services.log.warn({ err: error }, 'Cannot look for runs of dead processes yet'),
  );
}

/**
 * Takes up at the start what this executor id left to another release: the durable queue recovers its own version only.
 * Newer work goes back into the queue, for the processes of that release.
 */
export async function takeUpOtherReleases(services: EngineServices & { client: DBOSClient }): Promise<void> {
  await requeue(services, services.executorId, engineVersion);
  await adopt(services);
}

async function adopt(services: EngineServices & { client: DBOSClient }): Promise<void> {
  const runs = await adoptOlderRuns(services);
  if (runs > 0) services.log.info({ runs }, 'Began runs of an older release anew; what they have done is kept');
}

async function takeOverRuns(services: EngineServices & { client: DBOSClient }, databaseUrl: string): Promise<void> {
  const { database, executorId, log } = services;
  const executor = { service: 'engine', url: databaseUrl, pool: database.pool, executorId } as const;
  await takeOverFromDead(executor, async (owner) => {
    const lostCalls = await recoverLostCalls(database, owner);
    const workflows = await requeue(services, owner);
    log.warn({ deadExecutor: owner, workflows, lostCalls }, 'Took over the work of a process that died');
  });
  await adopt(services);
}

/**
 * Puts a dead process's work back into the queue, where processes of its release find it and newer ones adopt it; returns
 * how many workflows. Read under the claim: another process may have taken them over just before.
 */
async function requeue({ database }: EngineServices, executorId: string, exceptVersion = ''): Promise<number> {
  for (let count = 0; ; ) {
    const { rows } = await database.pool.query<{ id: string }>(
      `select workflow_uuid as id from dbos_engine.workflow_status
       where status = 'PENDING' and executor_id = $1 and application_version <> $2 limit $3`,
      [executorId, exceptVersion, maxWorkflowsAtOnce],
    );
    if (rows.length === 0) return count;
    await DBOS.resumeWorkflows(rows.map(({ id }) => id));
    count += rows.length;
  }
}
