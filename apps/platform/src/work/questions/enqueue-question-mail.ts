import type { Transaction } from '@ecp/database/database';
import { findMailRecipient } from '../../identity/tenants/find-mail-recipient.ts';
import { scheduleStrangerMail } from '../../kernel/mail/schedule-stranger-mail.ts';
import type { Services } from '../../kernel/services.ts';

/**
 * Enqueues the mail about a question to the user who started the run, or the owner if a key did (ASK-8). It is sent if
 * and only if `tx` commits. The mail makes its link when it is sent, so that no queue holds the secret.
 */
export async function enqueueQuestionMail(
  tx: Transaction,
  services: Services,
  about: { tenantId: string; engagementId: string; questionId: string; startedBy: string | null },
): Promise<void> {
  const { tenantId, engagementId, questionId, startedBy } = about;
  const recipient = await findMailRecipient(tx, tenantId, startedBy);
  if (!recipient) return;
  const waitMs = recipient.stranger ? await scheduleStrangerMail(tx, tenantId) : 0;
  const { userId } = recipient;
  const input = { tenantId, engagementId, questionId, userId };
  await services.durable.enqueue(tx, 'sendQuestionMail', `${engagementId}:${questionId}`, input, { waitMs });
}
