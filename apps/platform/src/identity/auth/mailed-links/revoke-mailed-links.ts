import type { Transaction } from '@ecp/database/database';
import type { TokenOwner } from './email-tokens.ts';

/** Revokes all mailed links of a user: for sign-in, reset and invitation. */
export async function revokeMailedLinks(tx: Transaction, { tenantId, userId }: TokenOwner): Promise<void> {
  await tx.query({
    name: 'end_mailed_links',
    text: 'delete from platform.email_tokens where tenant_id = $1 and user_id = $2',
    values: [tenantId, userId],
  });
}
