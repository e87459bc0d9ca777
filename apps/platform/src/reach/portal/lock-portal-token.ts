import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { PortalVisitor } from '../../kernel/context.ts';

/**
 * Locks a token against revocation until the transaction ends, so that a client changes nothing after the response to
 * the revocation. Error: `invalid_portal_token` when it has been revoked or has expired.
 */
export async function lockPortalToken(tx: Transaction, { tenantId, tokenId }: PortalVisitor): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold_portal_token',
    text: `select from platform.portal_tokens
      where tenant_id = $1 and id = $2 and revoked_at is null and (expires_at is null or expires_at > now()) for share`,
    values: [tenantId, tokenId],
  });
  if (rowCount === 0) throw new ApiError('invalid_portal_token');
}
