import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../services.ts';
import { type Mail, renderMail } from './render-mail.ts';
import { scheduleStrangerMail } from './schedule-stranger-mail.ts';

/**
 * A mail and its one recipient. Mails with the same `id` are the same mail and are sent once. A mail with `tenantId` is
 * deleted when its tenant is erased. A mail of a tenant to a `stranger` waits for its turn (TEA-16).
 */
export type OutgoingMail = Mail & {
  to: string;
  id?: string;
  tenantId?: string;
  stranger?: boolean;
  /** The token of the link that ends mails of this kind. */
  unsubscribeToken?: string;
};

/** Renders a mail and enqueues it. It is sent if and only if `tx` commits. */
export async function enqueueMail(tx: Transaction, services: Services, mail: OutgoingMail): Promise<void> {
  const mailId = mail.id ?? createId();
  const rendered = renderMail(mail, services.config, mail.unsubscribeToken);
  const strangerOf = mail.stranger ? mail.tenantId : undefined;
  const waitMs = strangerOf === undefined ? 0 : await scheduleStrangerMail(tx, strangerOf);
  const tenantIds = mail.tenantId === undefined ? {} : { tenantIds: [mail.tenantId] };
  await services.durable.enqueue(
    tx,
    'sendMail',
    mailId,
    { mailId, to: mail.to, ...rendered, ...tenantIds },
    { waitMs },
  );
}
