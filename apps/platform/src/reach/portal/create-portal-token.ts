import { ApiError } from '@ecp/contract/declaring/errors';
import {
  type CreatePortalTokenBody,
  defaultPortalPermissions,
  type IssuedPortalToken,
  portalPermissions,
} from '@ecp/contract/reach/portal';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { canonicalEmail } from '../../identity/credentials/email-addresses.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { lockEngagement } from '../../work/engagements/engagement-rows.ts';
import { cleanClientName } from './clean-author.ts';
import { createPortalSecret } from './create-portal-secret.ts';
import { findPreviewed } from './find-previewed.ts';
import { type PortalTokenRow, portalTokenColumns, toPortalToken } from './portal-token-rows.ts';

/** Links of one engagement in use: neither revoked nor, as previews soon are, expired (LIM-13). */
const maxLinks = 1_000;

/**
 * Creates a client link to one engagement, with the permissions `read`, `comment` and `approve` by default, or a
 * preview of one. Only this response contains the token (POR-1, POR-2, REL-8, REL-17). Errors: `not_found`,
 * `invalid_request` for an expiry in the past, `portal_link_limit_reached`, `portal_link_ended`.
 */
export async function createPortalToken(
  context: RequestContext,
  engagementId: string,
  body: CreatePortalTokenBody,
): Promise<IssuedPortalToken> {
  const { services, tenantId } = context;
  const expiresAt = readExpiry(body.expiresAt, services.clock.now());
  const label = body.label?.trim() || null;
  const clientName = body.clientName?.trim() ? cleanClientName(body.clientName) : null;
  const clientEmail = body.clientEmail ? canonicalEmail(body.clientEmail) : null;
  const given = body.permissions ?? defaultPortalPermissions;
  const wanted = {
    documents: body.documents ?? 'latest',
    permissions: portalPermissions.filter((one) => given.includes(one)),
  };
  const { previewOf = null, seesOthers = false } = body;
  const { token, hash } = createPortalSecret();
  const id = createId();
  return context.commit(async (tx) => {
    if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
    const count = countLinks(tenantId, engagementId);
    await requireFewer(tx, tenantId, { count, limit: maxLinks, code: 'portal_link_limit_reached' });
    const { documents, permissions } =
      previewOf === null ? wanted : await findPreviewed(tx, tenantId, engagementId, previewOf);
    const createdBy = actorUserId(context.principal);
    const { rows } = await tx.query<PortalTokenRow>({
      name: 'create_portal_token',
      text: `insert into platform.portal_tokens
        (id, tenant_id, engagement_id, token_hash, label, permissions, expires_at, created_by, client_name,
          client_email, documents, preview_of, sees_others)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${portalTokenColumns}`,
      values: [
        ...[id, tenantId, engagementId, hash, label, permissions, expiresAt, createdBy],
        ...[clientName, clientEmail, documents, previewOf, seesOthers],
      ],
    });
    const [row] = rows;
    if (!row) throw new Error('The insert returned no row');
    await recordAudit(tx, context, {
      action: 'portal_token.create',
      resourceType: 'portal_token',
      resourceId: id,
      metadata: { engagementId, label, permissions, documents, previewOf, seesOthers },
    });
    return { ...toPortalToken(row), token, url: `${services.config.baseUrl}/portal/${token}` };
  });
}

const countLinks = (tenantId: string, engagementId: string): Statement<{ count: number }> => ({
  name: 'count_portal_tokens',
  text: `select count(*)::integer as count from platform.portal_tokens
    where tenant_id = $1 and engagement_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())`,
  values: [tenantId, engagementId],
});

function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null;
  const expiresAt = new Date(given);
  if (expiresAt.getTime() > now.getTime()) return expiresAt;
  throw new ApiError('invalid_request', { details: [{ path: '/expiresAt', message: 'must be in the future' }] });
}
