import { ApiError } from '@ecp/contract/declaring/errors';
import type { RunAnalytics } from '@ecp/contract/work/runs';
import type { NoRow } from '@ecp/database/statement';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectEngagementExists } from '../../engagements/engagement-rows.ts';

/**
 * Returns agents, delegations and model routing of the latest completed run; empty when no run has completed (QUA-5,
 * QUA-6). Error: `not_found`.
 */
export async function getRunAnalytics(context: RequestContext, engagementId: string): Promise<RunAnalytics> {
  const { services, tenantId } = context;
  const [engagements, [run]] = await services.database.batchTenant<[NoRow, { analytics: RunAnalytics }]>(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    {
      name: 'select_latest_analytics',
      text: `select analytics from platform.runs where tenant_id = $1 and engagement_id = $2
        and status = 'completed' and analytics is not null order by started_at desc, id desc limit 1`,
      values: [tenantId, engagementId],
    },
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return run?.analytics ?? { agents: [], delegations: [], modelRouting: [] };
}
