import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { networkOf } from '../../../kernel/limits/network-of.ts';
import type { Services } from '../../../kernel/services.ts';
import type { CanonicalEmail } from '../canonical-email.ts';
import type { TokenOwner } from './email-tokens.ts';
import { admitMail } from './mail-link.ts';

/** Confirmations that the sign-ups of one network address cause in an hour. Each may mail a stranger. */
const maxOfNetwork = 500;
const hourMs = 3_600_000;

/**
 * Mails a user the link that confirms the address, valid 7 days (AUT-18), if and only if `tx` commits. An address with
 * too many recent confirmations, from any tenants, gets no mail, and neither does one that a network address with too
 * many recent sign-ups gives.
 */
export async function mailConfirmation(
  tx: Transaction,
  services: Services,
  { tenantId, userId, email, ipAddress }: TokenOwner & { email: CanonicalEmail; ipAddress: string },
): Promise<void> {
  const network = `confirmations:${networkOf(ipAddress)}`;
  const { allowed } = await services.rateLimiter.hit(network, maxOfNetwork, hourMs);
  if (!allowed || !(await admitMail(services, 'confirmation', email))) return;
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
