import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import { type LivingExecutor, takeOverFromDead } from '@ecp/database/dead-executors';
import type { FastifyBaseLogger } from 'fastify';

/** Puts unfinished work of dead processes back into its queue, for any process to take up. */
export async function takeOverWork(executor: LivingExecutor, log: FastifyBaseLogger): Promise<void> {
  await takeOverFromDead(executor, async (owner) => {
    log.warn({ executorId: owner }, 'Taking over the work of a process that died');
    await DBOSExecutor.globalInstance?.recoverPendingWorkflows([owner]);
  });
}
