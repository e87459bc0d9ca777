import type { Role } from '@ecp/contract/identity/auth';
import { type NotificationSettings, type Unsubscribable, unsubscribable } from '@ecp/contract/reach/notices';
import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { Transaction } from '@ecp/database/database';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { openParts, sealParts } from '../../kernel/keys/tokens.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import type { Mail } from '../../kernel/mail/render-mail.ts';
import type { Services } from '../../kernel/services.ts';

/** A team member with the settings for mail. A stranger never confirmed the address. */
export interface Recipient extends NotificationSettings {
  userId: string;
  to: string;
  stranger: boolean;
  role: Role;
  /** The language of the pages and mails; null if the person has chosen none. */
  language: PageLanguage | null;
}

/** The columns of Recipient, for select lists over `recipientTables`. */
export const recipientColumns = `u.id as "userId", u.email as "to", u.email_verified_at is null as stranger, u.role, u.language,
  coalesce(s.runs, 'now') as runs, coalesce(s.clients, 'now') as clients, coalesce(s.digest, 'off') as digest`;

export const recipientTables = `platform.users u
  left join platform.notification_settings s on s.tenant_id = u.tenant_id and s.user_id = u.id`;

/** Returns true if a notice of the group waits for the person's daily mail. */
export function wantsDaily(settings: NotificationSettings, group: NoticeGroup): boolean {
  return settings[group] === 'daily' || settings.digest !== 'off';
}

/** Finds a person who may come in, else the workspace's owner, and locks the row against deletion. */
export async function findRecipient(
  tx: Transaction,
  tenantId: string,
  userId: string | null,
): Promise<Recipient | undefined> {
  const { rows } = await tx.query<Recipient>({
    name: 'find_notice_recipient',
    text: `select ${recipientColumns} from ${recipientTables}
      where u.tenant_id = $1 and (u.id = $2 or u.role = 'owner') and u.deactivated_at is null
      order by (u.id = $2) desc nulls last limit 1 for key share of u`,
    values: [tenantId, userId],
  });
  return rows[0];
}

/** Enqueues a mail with `tx`, once per `id`. `setting` is what its link switches off; without it, nothing. */
export async function mailRecipient(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { mail, recipient, setting }: { mail: Mail & { id: string }; recipient: Recipient; setting: Unsubscribable | null },
): Promise<void> {
  const { userId, to, stranger, language } = recipient;
  const link =
    setting === null ? {} : { unsubscribeToken: signUnsubscribe(services.keys, { tenantId, userId, setting }) };
  await enqueueMail(tx, services, { ...mail, ...link, to, language, stranger, tenantId });
}

/** The setting that the link of a mail switches off. */
export interface UnsubscribeTarget {
  tenantId: string;
  userId: string;
  setting: Unsubscribable;
}

const purpose = 'unsubscribe links';

/** Makes the token of a link that ends one kind of mail to one person. It needs no row and never expires. */
export function signUnsubscribe(keys: KeyRing, { tenantId, userId, setting }: UnsubscribeTarget): string {
  return sealParts(keys, purpose, [tenantId, userId, setting]);
}

/** Returns what a token switches off; null when it was changed or is not ours. */
export function openUnsubscribe(keys: KeyRing, token: string): UnsubscribeTarget | null {
  const [tenantId, userId, named] = openParts(keys, purpose, token) ?? [];
  const setting = unsubscribable.find((each) => each === named);
  return tenantId && userId && setting ? { tenantId, userId, setting } : null;
}
