import { type DeadExecutor, endLease, findDeadExecutors } from '@ecp/database/dead-executors';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import type pg from 'pg';
import type { QueueLog } from './queue-connection.ts';
import { requeueWork, type Service, selectOwners } from './records.ts';

/** The work of a dead executor that this process has handed on. */
export interface TakenOver {
  executorId: string;
  /** Number of workflows that wait again. */
  works: number;
}

export interface TakeOverRules {
  service: Service;
  lease: ExecutorLease;
  /** The queue that takes the work; null for the queue from which each came. */
  queue: string | null;
  /** Settles what the executor has begun outside of the durable queue, before its work is handed on. */
  settle(executorId: string): Promise<void>;
  log: Pick<QueueLog, 'warn'>;
}

/**
 * Hands on the work of the dead executors of a service, each in one transaction with the end of its lease.
 * Several processes may look at the same time. An executor whose work cannot be handed on now keeps it until the next
 * look, and does not hold up the others.
 */
export async function takeOverDeadExecutors(pool: pg.Pool, rules: TakeOverRules): Promise<TakenOver[]> {
  const { service, lease } = rules;
  const dead = await inTransaction(pool, async (client) => {
    const owners = await selectOwners(client, service);
    const others = owners.filter((owner) => owner !== lease.executorId);
    return findDeadExecutors(client, service, lease, others);
  });
  const taken: TakenOver[] = [];
  for (const executor of dead) {
    const { executorId } = executor;
    try {
      const works = await inTransaction(pool, (client) => handOn(client, executor, rules));
      if (works !== null) taken.push({ executorId, works });
    } catch (error) {
      rules.log.warn({ err: error, executorId }, 'Cannot take over the work of a dead process yet; will try again');
    }
  }
  return taken;
}

async function handOn(
  client: pg.ClientBase,
  executor: DeadExecutor,
  { service, queue, settle }: TakeOverRules,
): Promise<number | null> {
  if (!(await endLease(client, executor))) return null;
  await settle(executor.executorId);
  return requeueWork(client, service, executor.executorId, queue);
}

async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection with an open transaction is discarded.
    client.release(failure);
  }
}
