import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalToken } from '@ecp/contract/reach/portal';
import type { NoRow } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagementExists } from '../../work/engagements/engagement-rows.ts';
import { type PortalTokenRow, portalTokenColumns, toPortalToken } from './portal-token-rows.ts';

/** Bounds the response. */
const maxTokens = 1_000;

/**
 * Lists the newest client links of an engagement, newest first, with ended ones, but without ended previews, which would
 * fill the list (POR-3). Error: `not_found`.
 */
export async function listPortalTokens(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<PortalToken[]> {
  const [engagements, rows] = await services.database.batchTenant<[NoRow, PortalTokenRow]>(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    {
      name: 'list_portal_tokens',
      text: `select ${portalTokenColumns} from platform.portal_tokens
        where tenant_id = $1 and engagement_id = $2
          and (preview_of is null or (revoked_at is null and (expires_at is null or expires_at > now())))
        order by created_at desc, id desc limit ${maxTokens}`,
      values: [tenantId, engagementId],
    },
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return rows.map(toPortalToken);
}
