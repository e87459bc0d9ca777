import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import type pg from 'pg';
import { selectInProgress } from './in-progress.ts';
import type { QueueLog } from './queue-connection.ts';
import { putBack, type Service, selectRunning } from './records.ts';

export interface UnknownWorkRules {
  service: Service;
  lease: ExecutorLease;
  /** Time between two looks. */
  lookMs: number;
  log: Pick<QueueLog, 'warn'>;
  closing: AbortSignal;
}

/**
 * Looks for work that this process has taken without learning of it, and lets it wait again: a connection that breaks
 * during a commit may lose the answer, and the work is then never executed. What two looks in turn find unknown
 * is so; what is just beginning is known at the second. Returns a promise of its end after `closing`.
 */
export async function watchForUnknownWork(pool: pg.Pool, rules: UnknownWorkRules): Promise<void> {
  const { lookMs, log, closing } = rules;
  let suspects = new Set<string>();
  while (!closing.aborted) {
    await wait(lookMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    if (closing.aborted || !rules.lease.leaseHeld()) continue;
    try {
      suspects = await look(pool, rules, suspects);
    } catch (error) {
      log.warn({ err: error }, 'The search for work that was taken without an answer failed and will be repeated');
    }
  }
}

/**
 * Puts back what is unknown and was so at the last look. Returns what else is unknown: what is put back may be taken
 * again at once, and counts as new.
 */
async function look(
  pool: pg.Pool,
  { service, lease: { executorId }, log }: UnknownWorkRules,
  suspects: ReadonlySet<string>,
): Promise<Set<string>> {
  const ids = await selectRunning(pool, service, executorId);
  const inProgress = selectInProgress(ids);
  const unknown = new Set(ids.filter((id) => !inProgress.has(id)));
  const lost = [...unknown].filter((id) => suspects.has(id));
  if (lost.length > 0) {
    const works = await putBack(pool, service, executorId, lost);
    log.warn({ works }, 'Work was taken without an answer and waits again');
  }
  return unknown.difference(new Set(lost));
}
