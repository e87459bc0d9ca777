import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../../kernel/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementState } from '../../engagements/engagement-rows.ts';
import { setEngagementStatus } from '../../engagements/set-engagement-status.ts';
import { isActive, type RunState } from '../records/lock-run.ts';
import { noticeRunEnd } from './tell-run-update.ts';

export interface RunOutcome {
  /** Why the run failed; null for a completed run. The reason is null for an older engine that sent none. */
  failure: { reason: RunFailure['reason'] | null; message: string | null } | null;
  /** False for a start that the engine refused while the caller was waiting, because the response tells the caller. */
  notify: boolean;
}

/**
 * Ends an active run: sets the status of run and engagement, and sends the event and the notice once. Returns false when
 * it had ended before. The caller holds the locks of lockRun.
 */
export async function finishRun(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
  { failure, notify }: RunOutcome,
): Promise<boolean> {
  if (!isActive(run.status)) return false;
  const { id: engagementId, tenant_id: tenantId } = engagement;
  const runId = run.id;
  const status = failure === null ? 'completed' : 'failed';
  const { reason = null, message = null } = failure ?? {};
  await tx.query({
    name: 'finish_run',
    text: `update platform.runs set status = $3, failure_reason = $4, error = $5, finished_at = $6, pause_snapshot = null
      where tenant_id = $1 and id = $2`,
    values: [tenantId, runId, status, reason, message, services.clock.now()],
  });
  Object.assign(run, { status, error: message, failure_reason: reason });
  await setEngagementStatus(tx, tenantId, engagementId, status);
  if (!notify) return true;
  if (failure === null) {
    await recordEvent(tx, services, tenantId, 'engagement.completed', { engagementId, status: 'completed', runId });
  } else {
    const told = { error: message, failureReason: reason };
    await recordEvent(tx, services, tenantId, 'engagement.failed', { engagementId, status: 'failed', runId, ...told });
  }
  await noticeRunEnd(tx, services, { run, engagement });
  return true;
}
