import type { Database, Transaction } from './database.ts';
import type { ExecutorLease, LeasedService } from './executor-lease.ts';
import { hasEnded, type ProcessIdentity } from './executor-lease.ts';
import { sql } from './statement.ts';

/** An executor whose work must be handed on. */
export interface DeadExecutor {
  executorId: string;
  /**
   * True if its process has certainly ended or lost its work, so that no lease need expire first.
   */
  hasEnded: boolean;
}

interface LeaseRow extends ProcessIdentity {
  executorId: string;
  expired: boolean;
  /** True if its process has let the lease go, or another one has ended it. */
  gone: boolean;
}

/**
 * Limits the wait for the transactions of an executor that is taken over. Their sessions were ended
 * before.
 */
const handOverLimitMs = 5_000;

/**
 * Finds a service's dead executors: their lease has expired or was let go, their process on this
 * machine has ended, or they are `owners` without a lease. Shortly after an outage of the database,
 * expired leases tell nothing.
 */
export async function findDeadExecutors(
  database: Database,
  service: LeasedService,
  { executorId, identity, mayJudge }: Pick<ExecutorLease, 'executorId' | 'identity' | 'mayJudge'>,
  owners: readonly string[],
): Promise<DeadExecutor[]> {
  const [rows] = await database.batchSystem<[LeaseRow]>([
    {
      name: 'dead_executors',
      text: `select executor_id as "executorId", expires_at < now() as expired, expires_at = '-infinity' as gone,
          machine, pid, process_start as "processStart"
        from platform.executor_leases
        where service = $1 and executor_id <> $2 and (expires_at < now() or machine = $3)
      union all
      select owner, true, true, null, 0, null from unnest($4::text[]) as owner where not platform.executor_lives(owner)`,
      values: [service, executorId, identity.machine, owners],
    },
  ]);
  const dead: DeadExecutor[] = [];
  for (const row of rows) {
    const ended = row.gone || (await hasEnded(identity, row));
    if (ended || (row.expired && mayJudge())) {
      dead.push({ executorId: row.executorId, hasEnded: ended });
    }
  }
  return dead;
}

/**
 * Ends a dead executor's lease and sessions; its later transactions are refused. False if it lives.
 */
export async function endLease(
  tx: Transaction,
  { executorId, hasEnded: ended }: DeadExecutor,
): Promise<boolean> {
  const { rows } = await tx.query<{ lives: boolean }>({
    text: `with dead as (
        delete from platform.executor_leases where executor_id = $1 and ($2 or expires_at < now()) returning 1
      )
      select platform.executor_lives($1) and not exists (select from dead) as lives`,
    values: [executorId, ended],
  });
  if (rows[0]?.lives !== false) return false;
  // A machine that vanished leaves sessions with open transactions and locks. They are the login
  // role's.
  await tx.query(enter('none'));
  await tx.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1
      and datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    values: [executorId],
  });
  await tx.query(enter('ecp_system'));
  await tx.query({
    text: `select set_config('lock_timeout', $1, true)`,
    values: [String(handOverLimitMs)],
  });
  await tx.query({
    text: 'select pg_advisory_xact_lock(7305204, hashtext($1))',
    values: [executorId],
  });
  return true;
}

/** Enters a role until the transaction ends; none is the role that logged in. */
const enter = (role: 'none' | 'ecp_system') => sql`select set_config('role', ${role}, true)`;
