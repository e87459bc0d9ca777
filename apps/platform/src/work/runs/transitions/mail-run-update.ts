import type { Transaction } from '@ecp/database/database';
import { findMailRecipient } from '../../../identity/tenants/find-mail-recipient.ts';
import { enqueueMail } from '../../../kernel/mail/enqueue-mail.ts';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementState } from '../../engagements/engagement-rows.ts';
import type { RunState } from '../records/lock-run.ts';

type RunUpdate = { kind: 'runStarted' } | { kind: 'runCompleted' } | { kind: 'runFailed'; error: string };

/** Mails the user who started the run, or the owner if an API key did. Sends one mail of each kind a run (RUN-20). */
export async function mailRunUpdate(
  tx: Transaction,
  services: Services,
  { run, engagement }: { run: RunState; engagement: EngagementState },
  update: RunUpdate,
): Promise<void> {
  const recipient = await findMailRecipient(tx, engagement.tenant_id, run.started_by);
  if (!recipient) return;
  const about = { engagementId: engagement.id, engagementName: engagement.name };
  await enqueueMail(tx, services, {
    ...update,
    ...about,
    ...recipient,
    tenantId: engagement.tenant_id,
    id: `${update.kind}-${run.id}`,
  });
}
