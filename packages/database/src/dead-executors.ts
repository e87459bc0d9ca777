import type pg from 'pg';
import { claimDeadExecutor } from './executor-slot.ts';

/** A process of a service, whose durable queue is in the schema `dbos_<service>`. */
export interface LivingExecutor {
  service: 'engine' | 'platform';
  url: string;
  pool: pg.Pool;
  /** Its own, which is left alone. */
  executorId: string;
}

/**
 * Calls `takeOver` with each executor id that left unfinished work and is dead: its slot can be claimed. The claim keeps
 * others out until the call has ended (architecture, recovery of a dead engine process).
 */
export async function takeOverFromDead(
  { service, url, pool, executorId }: LivingExecutor,
  takeOver: (owner: string) => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ owner: string }>(
    `select distinct executor_id as owner from dbos_${service}.workflow_status
      where status = 'PENDING' and executor_id <> $1`,
    [executorId],
  );
  for (const { owner } of rows) {
    const claim = await claimDeadExecutor(url, service, owner);
    if (!claim) continue;
    try {
      await takeOver(owner);
    } finally {
      await claim.release();
    }
  }
}
