import type { Database } from '@ecp/database/database';
import { endLease, findDeadExecutors } from '@ecp/database/dead-executors';
import type { ExecutorLease, LeasedService as Service } from '@ecp/database/executor-lease';
import { handOnWorks, selectOwnersWithoutLease } from './works.ts';

/** A dead executor whose work waits again. */
export interface TakenOver {
  executorId: string;
  works: number;
}

interface TakeOverRules {
  service: Service;
  lease: ExecutorLease;
  /** Settles what the executor has begun elsewhere, before its work waits again. No transaction of it comes afterwards. */
  settle?(executorId: string): Promise<unknown>;
  log: { warn(details: object, message: string): void };
}

/**
 * Lets the work of the dead executors of a service wait again, each in one transaction with the end of its lease. Several
 * processes may look at the same time. An executor whose work cannot be handed on now keeps it until the next look, and
 * does not hold up the others.
 */
export async function takeOverDeadExecutors(
  database: Database,
  { service, lease, settle, log }: TakeOverRules,
): Promise<TakenOver[]> {
  const [owners] = await database.batchSystem([selectOwnersWithoutLease(service)]);
  const without = owners.map(({ owner }) => owner).filter((owner) => owner !== lease.executorId);
  const taken: TakenOver[] = [];
  for (const executor of await findDeadExecutors(database, service, lease, without)) {
    const { executorId } = executor;
    try {
      const works = await database.withSystem(async (tx) => {
        if (!(await endLease(tx, executor))) return null;
        await settle?.(executorId);
        return (await tx.query(handOnWorks(service, executorId))).rowCount;
      });
      if (works !== null) taken.push({ executorId, works });
    } catch (error) {
      log.warn({ err: error, executorId }, 'Cannot take over the work of a dead process yet; will try again');
    }
  }
  const dead = taken.filter(({ works }) => works > 0);
  if (dead.length > 0) log.warn({ dead }, 'Took over the work of processes that ended');
  return taken;
}
