import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { scheduleStrangerMail } from '../../../kernel/mail/schedule-stranger-mail.ts';
import type { Services } from '../../../kernel/services.ts';
import type { CanonicalEmail } from '../canonical-email.ts';
import type { TokenOwner } from './email-tokens.ts';
import { noteConfirmationAsked } from './mail-confirmation.ts';
import { admitMail } from './mail-link.ts';

/** A new member and the person who invites them. */
export interface Invitation extends TokenOwner {
  email: CanonicalEmail;
  inviterName: string;
}

/**
 * Mails a new member the link that signs them in, valid 7 days (TEA-5), if and only if `tx` commits. After 50 mails to
 * strangers within an hour, a tenant's next ones wait (TEA-16). An address with too many recent invitations, from any
 * tenants, gets no mail; a sign-in link works for it as well.
 */
export async function mailInvitation(
  tx: Transaction,
  services: Services,
  { tenantId, userId, email, inviterName }: Invitation,
): Promise<void> {
  if (!(await admitMail(services, 'invitation', email))) return;
  const mailId = createId();
  const users = [{ tenantId, userId }];
  await noteConfirmationAsked(tx, { tenantId, userId });
  const waitMs = await scheduleStrangerMail(tx, tenantId);
  const input = { mailId, purpose: 'invitation', users, inviterName } as const;
  await services.durable.enqueue(tx, 'sendLinkMail', mailId, input, { waitMs });
}
