import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementState } from '../../engagements/engagement-rows.ts';
import { mailRecipient } from '../../notices/mail-recipient.ts';
import { findRecipient, type Recipient } from '../../notices/recipients.ts';
import { recordNotice } from '../../notices/record-notice.ts';
import type { RunState } from '../records/lock-run.ts';

interface RunOfEngagement {
  run: RunState;
  engagement: EngagementState;
}

/** Mails the start of a run to who started it, unless that person has chosen fewer mails (RUN-20, NOT-4). */
export async function mailRunStart(tx: Transaction, services: Services, of: RunOfEngagement): Promise<void> {
  const recipient = await findRecipient(tx, of.engagement.tenant_id, of.run.started_by);
  if (recipient?.runs === 'now') await mailUpdate(tx, services, of, { kind: 'runStarted', recipient });
}

/** Tells who started a run of its end: in the inbox, and by mail as that person has chosen (RUN-20, NOT-2). */
export async function noticeRunEnd(tx: Transaction, services: Services, of: RunOfEngagement): Promise<void> {
  const { run, engagement } = of;
  const failed = run.status === 'failed';
  const { failure_reason: reason, error } = run;
  const facts = failed
    ? ({ kind: 'run_failed', data: { runId: run.id, reason, error } } as const)
    : ({ kind: 'run_completed', data: { runId: run.id } } as const);
  await recordNotice(tx, services, engagement.tenant_id, {
    ...facts,
    ...{ engagementId: engagement.id, engagementName: engagement.name, cause: run.id, userId: run.started_by },
    mail: (recipient) => mailUpdate(tx, services, of, { kind: failed ? 'runFailed' : 'runCompleted', recipient }),
  });
}

/** Sends one mail of each kind a run. */
function mailUpdate(
  tx: Transaction,
  services: Services,
  { run, engagement }: RunOfEngagement,
  { kind, recipient }: { kind: 'runStarted' | 'runCompleted' | 'runFailed'; recipient: Recipient },
): Promise<void> {
  const about = { engagementId: engagement.id, engagementName: engagement.name, id: `${kind}-${run.id}` };
  const mail = kind === 'runFailed' ? { kind, ...about, error: run.error ?? 'Unknown' } : { kind, ...about };
  return mailRecipient(tx, services, engagement.tenant_id, { mail, recipient, setting: 'runs' });
}
