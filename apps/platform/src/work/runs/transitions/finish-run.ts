import type { Transaction } from '@ecp/database/database';
import type { EngagementState } from '../../engagements/engagement-rows.ts';
import { setEngagementStatus } from '../../engagements/set-engagement-status.ts';
import { recordEvent } from '../../../kernel/outbox/record-event.ts';
import type { Services } from '../../../kernel/services.ts';
import { isActive, type RunState } from '../records/lock-run.ts';
import { mailRunUpdate } from './mail-run-update.ts';

export interface RunOutcome {
  status: 'completed' | 'failed';
  error: string | null;
  /** False for a start that the engine refused while the caller was waiting: the answer tells them. */
  notify: boolean;
}

/**
 * Ends a run that is still active: run and engagement take the outcome, the event and the mail go out once. False when
 * it had ended before. The caller holds the locks of lockRun.
 */
export async function finishRun(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
  { status, error, notify }: RunOutcome,
): Promise<boolean> {
  if (!isActive(run.status)) return false;
  const { id: engagementId, tenant_id: tenantId } = engagement;
  const runId = run.id;
  await tx.query({
    name: 'finish_run',
    text: `update platform.runs set status = $3, error = $4, finished_at = $5, pause_snapshot = null
      where tenant_id = $1 and id = $2`,
    values: [tenantId, runId, status, error, services.clock.now()],
  });
  run.status = status;
  run.error = error;
  await setEngagementStatus(tx, tenantId, engagementId, status);
  if (!notify) return true;
  if (status === 'completed') {
    await recordEvent(tx, services, tenantId, 'engagement.completed', { engagementId, status, runId });
    await mailRunUpdate(tx, services, { run, engagement }, { kind: 'runCompleted' });
  } else {
    await recordEvent(tx, services, tenantId, 'engagement.failed', { engagementId, status, runId, error });
    await mailRunUpdate(tx, services, { run, engagement }, { kind: 'runFailed', error: error ?? 'Unknown' });
  }
  return true;
}
