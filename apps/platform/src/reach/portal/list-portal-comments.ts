import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalComment } from '@ecp/contract/reach/portal';
import type { RequestContext } from '../../kernel/context.ts';
import { selectClientComments, toPortalComment } from '../../work/comments/client-comments.ts';
import { selectEngagementExists } from '../../work/engagements/engagement-rows.ts';

/** Lists the client comments on an engagement for its team. Error: `not_found`. */
export async function listPortalComments(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<PortalComment[]> {
  const [engagements, rows] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectClientComments(tenantId, engagementId, null),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return rows.map(toPortalComment);
}
