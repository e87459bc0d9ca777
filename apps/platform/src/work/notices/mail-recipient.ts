import type { Unsubscribable } from '@ecp/contract/reach/notices';
import type { Transaction } from '@ecp/database/database';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import type { Mail } from '../../kernel/mail/render-mail.ts';
import type { Services } from '../../kernel/services.ts';
import type { Recipient } from './recipients.ts';
import { signUnsubscribe } from './unsubscribe-links.ts';

/**
 * Enqueues a mail that its reader can switch off by a link (NOT-8), sent if and only if `tx` commits. Mails with the
 * same `id` are the same mail. Without `setting` it is a mail that cannot be switched off.
 */
export async function mailRecipient(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { mail, recipient, setting }: { mail: Mail & { id: string }; recipient: Recipient; setting: Unsubscribable | null },
): Promise<void> {
  const { userId, to, stranger } = recipient;
  const link =
    setting === null ? {} : { unsubscribeToken: signUnsubscribe(services.keys, { tenantId, userId, setting }) };
  await enqueueMail(tx, services, { ...mail, ...link, to, stranger, tenantId });
}
