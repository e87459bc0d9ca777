import { ApiError } from '@ecp/contract/declaring/errors';
import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { issueKey } from './issue-key.ts';
import { lockEngagementAgainstDeletion } from './lock-engagement-against-deletion.ts';
import { lockKey, markRevoked } from './lock-key.ts';

/**
 * Replaces a key by a new one of the same name, scope and engagement; of parallel calls one succeeds (KEY-10, KEY-11).
 * Errors: `not_found`, `key_already_revoked`.
 */
export async function rotateApiKey(context: RequestContext, keyId: string): Promise<IssuedApiKey> {
  return context.transaction(async (tx) => {
    await lockEngagementOf(tx, context.tenantId, keyId);
    const old = await lockKey(tx, context.tenantId, keyId);
    if (!old) throw new ApiError('not_found');
    if (old.revoked) throw new ApiError('key_already_revoked');
    await markRevoked(tx, context.tenantId, keyId);
    const { name, scope, engagement_id: engagementId, next_expires_at: expiresAt } = old;
    const issued = await issueKey(tx, context, { name, scope, engagementId, expiresAt });
    await recordAudit(tx, context, {
      action: 'api_key.rotate',
      resourceType: 'api_key',
      resourceId: keyId,
      metadata: { name, prefix: old.prefix, newKeyId: issued.id, newPrefix: issued.prefix },
    });
    return issued;
  });
}

/** Locks the engagement first, as its deletion does. The opposite order could deadlock with the deletion. */
async function lockEngagementOf(tx: Transaction, tenantId: string, keyId: string): Promise<void> {
  const { rows } = await tx.query<{ engagement_id: string | null }>({
    name: 'read_engagement_of_key',
    text: 'select engagement_id from platform.api_keys where tenant_id = $1 and id = $2',
    values: [tenantId, keyId],
  });
  const engagementId = rows[0]?.engagement_id ?? null;
  if (engagementId !== null) await lockEngagementAgainstDeletion(tx, tenantId, engagementId);
}
