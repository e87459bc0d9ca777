import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateApiKeyBody, IssuedApiKey } from '@ecp/contract/identity/api-keys';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { issueKey } from './issue-key.ts';
import { lockEngagementAgainstDeletion } from './lock-engagement-against-deletion.ts';

/**
 * Creates a key. By default it is read-write and tenant-wide (KEY-7).
 * Errors: `not_found` for an unknown engagement, `invalid_request` for an expiry in the past.
 */
export async function createApiKey(context: RequestContext, body: CreateApiKeyBody): Promise<IssuedApiKey> {
  const { services, tenantId } = context;
  const engagementId = body.engagementId ?? null;
  const expiresAt = readExpiry(body.expiresAt, services.clock.now());
  return context.commit(async (tx) => {
    const known = engagementId === null || (await lockEngagementAgainstDeletion(tx, tenantId, engagementId));
    if (!known) throw new ApiError('not_found');
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

function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null;
  const expiresAt = new Date(given);
  if (expiresAt.getTime() > now.getTime()) return expiresAt;
  throw new ApiError('invalid_request', { details: [{ path: '/expiresAt', message: 'must be in the future' }] });
}
