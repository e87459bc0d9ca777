import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import type { RunState } from '../records/lock-run.ts';

/** The run to follow anew, and the time. */
interface Change {
  tenantId: string;
  run: RunState;
  /** Delay before the new follower begins; default: none. */
  waitMs?: number;
  /** The engine's last event when the run was woken. A wait of this event or an earlier one is over. */
  wokenAt?: number;
}

/**
 * Puts a new follower in charge of a run; the one before it ends. The caller holds the locks of lockRun, and the
 * follower exists if and only if `tx` commits.
 */
export async function changeFollower(
  tx: Transaction,
  services: Services,
  { tenantId, run, waitMs = 0, wokenAt }: Change,
): Promise<void> {
  const { id: runId } = run;
  run.follower += 1;
  const { follower } = run;
  await tx.query({
    name: 'change_follower',
    text: 'update platform.runs set follower = $3 where tenant_id = $1 and id = $2',
    values: [tenantId, runId, follower],
  });
  const input = { tenantId, runId, follower, ...(wokenAt === undefined ? {} : { wokenAt }) };
  await services.durable.enqueue(tx, 'followRun', `${runId}:${follower}`, input, { waitMs });
}
