import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../services.ts';
import { type Mail, renderMail } from './render-mail.ts';

/**
 * A mail and the one address it goes to; the same `id` again is the same mail and is sent once. With `tenantId` it goes
 * when its tenant is erased.
 */
export type OutgoingMail = Mail & { to: string; id?: string; tenantId?: string };

/** Renders a mail and has it sent if and only if `tx` commits. */
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
