import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import type { CanonicalEmail } from '../canonical-email.ts';
import type { TokenOwner } from './email-tokens.ts';
import { admitMail } from './mail-link.ts';

/**
 * Mails a user the link that confirms the address, valid 7 days (AUT-18), if and only if `tx` commits. An address with
 * too many recent confirmations, from any tenants, gets no mail.
 */
export async function mailConfirmation(
  tx: Transaction,
  services: Services,
  { tenantId, userId, email }: TokenOwner & { email: CanonicalEmail },
): Promise<void> {
  if (!(await admitMail(services, 'confirmation', email))) return;
  await noteConfirmationAsked(tx, { tenantId, userId });
  const mailId = createId();
  const users = [{ tenantId, userId }];
  await services.durable.enqueue(tx, 'sendLinkMail', mailId, { mailId, purpose: 'confirmation', users });
}

/** Records that a mail asks a user to prove the mailbox. Only rows that were asked are removed when unused (AUT-20). */
export async function noteConfirmationAsked(tx: Transaction, { tenantId, userId }: TokenOwner): Promise<void> {
  await tx.query({
    name: 'note_confirmation_asked',
    text: 'update platform.users set confirmation_asked_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, userId],
  });
}
