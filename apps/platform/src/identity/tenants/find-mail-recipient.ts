import type { Transaction } from '@ecp/database/database';

/** Finds the address of the user, or of the tenant's owner for a key or a user who is gone (RUN-20). */
export async function findMailRecipient(
  tx: Transaction,
  tenantId: string,
  userId: string | null,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ email: string }>({
    name: 'find_mail_recipient',
    text: `select email from platform.users where tenant_id = $1 and (id = $2 or role = 'owner')
      order by (id = $2) desc nulls last limit 1`,
    values: [tenantId, userId],
  });
  return rows[0]?.email;
}
