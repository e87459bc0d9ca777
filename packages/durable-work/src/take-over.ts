import type { Database } from '@ecp/database/database';
import { type DeadExecutor, endLease, findDeadExecutors } from '@ecp/database/dead-executors';
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
  /**
   * Settles what the executor has begun elsewhere, before its work waits again and after all its
   * transactions.
   */
  settle?(executor: DeadExecutor): Promise<unknown>;
  log: { warn(details: object, message: string): void };
}

/**
 * Hands on the work of a service's dead executors, each in the transaction that ends its lease.
 * Several processes may call it. An executor whose work cannot be handed on now does not delay
 * others.
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
        await settle?.(executor);
        return (await tx.query(handOnWorks(service, executorId))).rowCount;
      });
      if (works !== null) taken.push({ executorId, works });
    } catch (error) {
      log.warn(
        { err: error, executorId },
        'Cannot take over the work of a dead process yet; will try again',
      );
    }
  }
  const dead = taken.filter(({ works }) => works > 0);
  if (dead.length > 0) log.warn({ dead }, 'Took over the work of processes that ended');
  return taken;
}
