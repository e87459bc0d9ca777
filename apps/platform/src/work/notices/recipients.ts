import type { Role } from '@ecp/contract/identity/auth';
import type { NotificationSettings } from '@ecp/contract/reach/notices';
import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import type { Transaction } from '@ecp/database/database';

/** A member of the team with what the member wants by mail. A stranger never confirmed the address (TEA-16). */
export interface Recipient extends NotificationSettings {
  userId: string;
  to: string;
  stranger: boolean;
  role: Role;
}

/** The columns of Recipient, for select lists over `recipientTables`. */
export const recipientColumns = `u.id as "userId", u.email as "to", u.email_verified_at is null as stranger, u.role,
  coalesce(s.runs, 'now') as runs, coalesce(s.clients, 'now') as clients, coalesce(s.digest, 'off') as digest`;

/** Members and their settings. */
export const recipientTables = `platform.users u
  left join platform.notification_settings s on s.tenant_id = u.tenant_id and s.user_id = u.id`;

/** Returns true if a notice of the group waits for the person's daily mail (NOT-9). */
export function wantsDaily(settings: NotificationSettings, group: NoticeGroup): boolean {
  return settings[group] === 'daily' || settings.digest !== 'off';
}

/**
 * Finds a person, or the owner of the workspace if an API key acted or the person has left (RUN-20). Nobody deletes the
 * row before the transaction ends.
 */
export async function findRecipient(
  tx: Transaction,
  tenantId: string,
  userId: string | null,
): Promise<Recipient | undefined> {
  const { rows } = await tx.query<Recipient>({
    name: 'find_notice_recipient',
    text: `select ${recipientColumns} from ${recipientTables}
      where u.tenant_id = $1 and (u.id = $2 or u.role = 'owner')
      order by (u.id = $2) desc nulls last limit 1 for key share of u`,
    values: [tenantId, userId],
  });
  return rows[0];
}
