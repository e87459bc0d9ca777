import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type EngagementState,
  setEngagementStatus,
} from '../../material/engagements/engagement-rows.ts';
import { recordNoticeToMail } from '../../material/notices/notices.ts';
import { findRecipient, mailRecipient, type Recipient } from '../../material/notices/recipients.ts';
import { concernOf, isActive, type RunState } from '../../material/run-records/run-state.ts';

/** Tells of the start of a run, by event and mail, under the locks of lockRun. */
export async function announceRunStart(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
): Promise<void> {
  const { id: engagementId, tenant_id: tenantId } = engagement;
  await recordEvent(tx, services, tenantId, 'engagement.started', {
    engagementId,
    runId: run.id,
    status: 'running',
  });
  await mailRunStart(tx, services, { run, engagement });
}

export interface RunOutcome {
  /** Why the run failed; null for a completed run. */
  failure: { reason: RunFailure['reason'] | null; message: string | null } | null;
  /**
   * False for a start that the engine refused while the caller was waiting, because the response
   * tells the caller.
   */
  notify: boolean;
  /** The end of a recorded run; by default now. */
  finishedAt?: Date;
}

/**
 * Ends an active run with event and notice, under the locks of lockRun. False if it had ended
 * before.
 */
export async function finishRun(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
  { failure, notify, finishedAt = services.clock.now() }: RunOutcome,
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
    values: [tenantId, runId, status, reason, message, finishedAt],
  });
  Object.assign(run, { status, error: message, failure_reason: reason });
  await setEngagementStatus(tx, tenantId, engagementId, status);
  if (!notify) return true;
  if (failure === null) {
    await recordEvent(tx, services, tenantId, 'engagement.completed', {
      engagementId,
      status: 'completed',
      runId,
    });
  } else {
    const told = { error: message, failureReason: reason };
    await recordEvent(tx, services, tenantId, 'engagement.failed', {
      engagementId,
      status: 'failed',
      runId,
      ...told,
    });
  }
  await noticeRunEnd(tx, services, { run, engagement });
  return true;
}

interface RunOfEngagement {
  run: RunState;
  engagement: EngagementState;
}

/**
 * Mails the start of a run to who started it, unless that person has chosen fewer mails. The person
 * who orders a rerun looks at it; the owner is told of one that a key orders.
 */
async function mailRunStart(
  tx: Transaction,
  services: Services,
  of: RunOfEngagement,
): Promise<void> {
  if (of.run.kind === 'rerun' && of.run.started_by !== null) return;
  const recipient = await findRecipient(tx, of.engagement.tenant_id, concernOf(of.run));
  if (recipient?.runs === 'now')
    await mailUpdate(tx, services, of, { kind: 'runStarted', recipient });
}

/** Tells who started a run of its end: in the inbox, and by mail as that person has chosen. */
async function noticeRunEnd(
  tx: Transaction,
  services: Services,
  of: RunOfEngagement,
): Promise<void> {
  const { run, engagement } = of;
  const failed = run.status === 'failed';
  const { failure_reason: reason, error } = run;
  const facts = failed
    ? ({ kind: 'run_failed', data: { runId: run.id, reason, error } } as const)
    : ({ kind: 'run_completed', data: { runId: run.id } } as const);
  const recipient = await recordNoticeToMail(tx, services, engagement.tenant_id, {
    ...facts,
    engagementName: engagement.name,
    cause: run.id,
    ...concernOf(run),
  });
  if (recipient)
    await mailUpdate(tx, services, of, { kind: failed ? 'runFailed' : 'runCompleted', recipient });
}

/** Sends one mail of each kind a run. */
function mailUpdate(
  tx: Transaction,
  services: Services,
  { run, engagement }: RunOfEngagement,
  { kind, recipient }: { kind: 'runStarted' | 'runCompleted' | 'runFailed'; recipient: Recipient },
): Promise<void> {
  const about = {
    engagementId: engagement.id,
    engagementName: engagement.name,
    id: `${kind}-${run.id}`,
  };
  const mail =
    kind === 'runFailed'
      ? { kind, ...about, reason: run.failure_reason, error: run.error ?? 'Unknown' }
      : { kind, ...about };
  const engagementIds = [engagement.id];
  return mailRecipient(tx, services, engagement.tenant_id, {
    mail,
    recipient,
    setting: 'runs',
    engagementIds,
  });
}
