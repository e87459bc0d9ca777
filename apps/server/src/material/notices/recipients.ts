import type { Role } from '@ecp/contract/identity/auth';
import {
  type NotificationSettings,
  type Unsubscribable,
  unsubscribable,
} from '@ecp/contract/reach/notices';
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

/** Work that a person or a program began in an engagement, and the person who is told of it. */
export interface Concern {
  engagementId: string;
  /** Null for what an API key began: then the owner of the workspace is told. */
  userId: string | null;
  /** The maker of that key, who is told where the owner is outside of a wall. */
  keyMaker?: string | null;
}

/**
 * Finds the person whom something concerns, else the workspace's owner, and locks the row against
 * deletion. Undefined if that person is outside of a wall before the engagement: nobody else is
 * told in the place of a person.
 */
export async function findRecipient(
  tx: Transaction,
  tenantId: string,
  { engagementId, userId, keyMaker = null }: Concern,
): Promise<Recipient | undefined> {
  const { rows } = await tx.query<Recipient & { sees: boolean }>({
    name: 'find_notice_recipient',
    text: `select ${recipientColumns}, platform.user_sees_engagement(u.id, $3) as sees from ${recipientTables}
      where u.tenant_id = $1 and (u.id in ($2, $4) or u.role = 'owner') and u.can_enter
      order by u.id = $2 desc nulls last, u.role = 'owner' desc for key share of u`,
    values: [tenantId, userId, engagementId, userId === null ? keyMaker : null],
  });
  const [first] = rows;
  const found = first?.userId === userId ? first : rows.find(({ sees }) => sees);
  if (!found?.sees) return undefined;
  const { sees: _sees, ...recipient } = found;
  return recipient;
}

interface PersonalMail {
  mail: Mail & { id: string };
  recipient: Recipient;
  /** The setting that the mail's link switches off; null for none. */
  setting: Unsubscribable | null;
  /**
   * The engagements that the mail tells of. It is not sent if one of them is behind a wall by then,
   * and the person is not.
   */
  engagementIds: readonly string[];
}

/** Enqueues a mail with `tx`, once per `id`. */
export async function mailRecipient(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { mail, recipient, setting, engagementIds }: PersonalMail,
): Promise<void> {
  const { userId, to, stranger, language } = recipient;
  const link =
    setting === null
      ? {}
      : { unsubscribeToken: signUnsubscribe(services.keys, { tenantId, userId, setting }) };
  const reader = { tenantId, userId, engagementIds: [...new Set(engagementIds)] };
  await enqueueMail(tx, services, { ...mail, ...link, to, language, stranger, tenantId, reader });
}

/** The setting that the link of a mail switches off. */
export interface UnsubscribeTarget {
  tenantId: string;
  userId: string;
  setting: Unsubscribable;
}

const purpose = 'unsubscribe links';

/**
 * Makes the token of a link that ends one kind of mail to one person. It needs no row and never
 * expires.
 */
export function signUnsubscribe(
  keys: KeyRing,
  { tenantId, userId, setting }: UnsubscribeTarget,
): string {
  return sealParts(keys, purpose, [tenantId, userId, setting]);
}

/** Returns what a token switches off; null when it was changed or is not ours. */
export function openUnsubscribe(keys: KeyRing, token: string): UnsubscribeTarget | null {
  const [tenantId, userId, named] = openParts(keys, purpose, token) ?? [];
  const setting = unsubscribable.find((each) => each === named);
  return tenantId && userId && setting ? { tenantId, userId, setting } : null;
}
