import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';

/** Revokes a client link at once; a revoked one stays unchanged (POR-4). Error: `not_found`. */
export async function revokePortalToken(
  context: RequestContext,
  { engagementId, tokenId }: { engagementId: string; tokenId: string },
): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ revoked_at: Date | null }>({
      name: 'lock_portal_token',
      text: `select revoked_at from platform.portal_tokens
        where tenant_id = $1 and engagement_id = $2 and id = $3 for update`,
      values: [tenantId, engagementId, tokenId],
    });
    const [token] = rows;
    if (!token) throw new ApiError('not_found');
    if (token.revoked_at !== null) return;
    await tx.query({
      name: 'revoke_portal_token',
      text: 'update platform.portal_tokens set revoked_at = clock_timestamp() where tenant_id = $1 and id = $2',
      values: [tenantId, tokenId],
    });
    await recordAudit(tx, context, {
      action: 'portal_token.revoke',
      resourceType: 'portal_token',
      resourceId: tokenId,
      metadata: { engagementId },
    });
  });
}
