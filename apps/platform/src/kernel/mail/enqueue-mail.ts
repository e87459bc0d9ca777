import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../services.ts';
import { type Mail, renderMail } from './render-mail.ts';

/**
 * A mail and its one recipient. Mails with the same `id` are the same mail and are sent once. A mail with `tenantId` is
 * deleted when its tenant is erased.
 */
export type OutgoingMail = Mail & { to: string; id?: string; tenantId?: string };

/** Renders a mail and enqueues it. It is sent if and only if `tx` commits. */
export async function enqueueMail(tx: Transaction, services: Services, mail: OutgoingMail): Promise<void> {
  const mailId = mail.id ?? createId();
  const rendered = renderMail(mail, services.config.baseUrl);
  await services.durable.enqueue(tx, 'sendMail', mailId, {
    mailId,
    to: mail.to,
    ...rendered,
    ...(mail.tenantId === undefined ? {} : { tenantIds: [mail.tenantId] }),
  });
}
