import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateApiKeyBody, IssuedApiKey } from '@ecp/contract/identity/api-keys';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { requireFewer } from '../../kernel/limits/require-fewer.ts';
import { issueKey } from './issue-key.ts';
import { lockEngagementAgainstDeletion } from './lock-engagement-against-deletion.ts';

/** Keys that are not revoked (LIM-13). */
const maxKeys = 1_000;

/**
 * Creates a key. By default it is read-write and tenant-wide (KEY-7).
 * Errors: `not_found` for an unknown engagement, `invalid_request` for an expiry in the past,
 * `api_key_limit_reached`.
 */
export async function createApiKey(context: RequestContext, body: CreateApiKeyBody): Promise<IssuedApiKey> {
  const { services, tenantId } = context;
  const engagementId = body.engagementId ?? null;
  const expiresAt = readExpiry(body.expiresAt, services.clock.now());
  return context.commit(async (tx) => {
    const known = engagementId === null || (await lockEngagementAgainstDeletion(tx, tenantId, engagementId));
    if (!known) throw new ApiError('not_found');
    await requireFewer(tx, tenantId, { count: countKeys(tenantId), limit: maxKeys, code: 'api_key_limit_reached' });
    const wanted = { name: body.name, scope: body.scope ?? 'read_write', engagementId, expiresAt } as const;
    const issued = await issueKey(tx, context, wanted);
    const { name, prefix, scope } = issued;
    await recordAudit(tx, context, {
      action: 'api_key.create',
      resourceType: 'api_key',
      resourceId: issued.id,
      metadata: { name, prefix, scope, engagementId },
    });
    return issued;
  });
}

const countKeys = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_api_keys',
  text: 'select count(*)::integer as count from platform.api_keys where tenant_id = $1 and revoked_at is null',
  values: [tenantId],
});

function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null;
  const expiresAt = new Date(given);
  if (expiresAt.getTime() > now.getTime()) return expiresAt;
  throw new ApiError('invalid_request', { details: [{ path: '/expiresAt', message: 'must be in the future' }] });
}
