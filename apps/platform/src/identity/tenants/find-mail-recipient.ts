import type { Transaction } from '@ecp/database/database';

/** An address for mails of a tenant; a stranger's was never confirmed (TEA-16). */
export interface MailRecipient {
  userId: string;
  to: string;
  stranger: boolean;
}

/** Finds the address of the user, or of the tenant's owner for a key or a user who is gone (RUN-20). */
export async function findMailRecipient(
  tx: Transaction,
  tenantId: string,
  userId: string | null,
): Promise<MailRecipient | undefined> {
  const { rows } = await tx.query<MailRecipient>({
    name: 'find_mail_recipient',
    text: `select id as "userId", email as "to", email_verified_at is null as stranger from platform.users
      where tenant_id = $1 and (id = $2 or role = 'owner')
      order by (id = $2) desc nulls last limit 1`,
    values: [tenantId, userId],
  });
  return rows[0];
}
