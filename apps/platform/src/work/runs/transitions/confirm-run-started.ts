import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../../kernel/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementState } from '../../engagements/engagement-rows.ts';
import { isActive, type RunState } from '../records/lock-run.ts';
import { mailRunStart } from './tell-run-update.ts';

/**
 * Records that the engine has accepted the run. `engagement.started` and the mail are sent once, whoever learns of it
 * first (RUN-3). Does nothing for a run that has ended. The caller holds the locks of lockRun.
 */
export async function confirmRunStarted(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
): Promise<void> {
  if (run.confirmed_at || !isActive(run.status)) return;
  const confirmedAt = services.clock.now();
  await tx.query({
    name: 'confirm_run',
    text: 'update platform.runs set confirmed_at = $3 where tenant_id = $1 and id = $2',
    values: [engagement.tenant_id, run.id, confirmedAt],
  });
  run.confirmed_at = confirmedAt;
  const { id: engagementId, tenant_id: tenantId } = engagement;
  await recordEvent(tx, services, tenantId, 'engagement.started', { engagementId, runId: run.id, status: 'running' });
  await mailRunStart(tx, services, { run, engagement });
}
