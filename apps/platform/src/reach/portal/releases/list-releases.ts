import { ApiError } from '@ecp/contract/declaring/errors';
import type { Release } from '@ecp/contract/reach/releases';
import type { NoRow } from '@ecp/database/statement';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectEngagementExists } from '../../../work/engagements/engagement-rows.ts';
import { maxReleases } from './create-release.ts';
import { type ReleaseRow, releaseColumns, toRelease } from './release-rows.ts';

/** Lists the releases of an engagement, newest first (REL-1). Error: `not_found`. */
export async function listReleases(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ releases: Release[] }> {
  const [engagements, rows] = await services.database.batchTenant<[NoRow, ReleaseRow]>(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    {
      name: 'list_releases',
      text: `select ${releaseColumns} from platform.releases r where r.tenant_id = $1 and r.engagement_id = $2
        order by r.created_at desc, r.id desc limit $3`,
      values: [tenantId, engagementId, maxReleases],
    },
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return { releases: rows.map(toRelease) };
}
