import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { lockKey, markRevoked } from './lock-key.ts';

/** Revokes a key at once. A key that is already revoked does not change. Error: `not_found`. */
export async function revokeApiKey(context: RequestContext, keyId: string): Promise<void> {
  await context.transaction(async (tx) => {
    const key = await lockKey(tx, context.tenantId, keyId);
    if (!key) throw new ApiError('not_found');
    if (key.revoked) return;
    await markRevoked(tx, context.tenantId, keyId);
    await recordAudit(tx, context, {
      action: 'api_key.revoke',
      resourceType: 'api_key',
      resourceId: keyId,
      metadata: { name: key.name, prefix: key.prefix },
    });
  });
}
