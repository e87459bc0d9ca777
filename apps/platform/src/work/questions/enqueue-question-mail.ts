import type { Transaction } from '@ecp/database/database';
import { scheduleStrangerMail } from '../../kernel/mail/enqueue-mail.ts';
import type { Services } from '../../kernel/services.ts';
import type { Recipient } from '../notices/recipients.ts';

/**
 * Enqueues the mail about a question to a person (ASK-8). It is sent if and only if `tx` commits. The mail makes its link
 * when it is sent, so that no queue holds the secret.
 */
export async function enqueueQuestionMail(
  tx: Transaction,
  services: Services,
  about: { tenantId: string; engagementId: string; questionId: string },
  { userId, stranger }: Recipient,
): Promise<void> {
  const { tenantId, engagementId, questionId } = about;
  const waitMs = stranger ? await scheduleStrangerMail(tx, tenantId) : 0;
  const input = { tenantId, engagementId, questionId, userId };
  await services.durable.enqueue(tx, 'sendQuestionMail', `${engagementId}:${questionId}`, input, { waitMs });
}
