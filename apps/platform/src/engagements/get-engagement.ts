import type { EngagementDetail } from '@ecp/contract/engagements';
import { ApiError } from '@ecp/contract/errors';
import type { RequestContext } from '../context.ts';
import { type DeliverableRow, selectDeliverablesOf, toDeliverable } from '../deliverables/deliverable-rows.ts';
import { type RunRow, selectRunsOf, toRun } from '../runs/run-rows.ts';
import { type EngagementRow, selectEngagement, toEngagement } from './engagement-rows.ts';

/**
 * Reads an engagement with all its runs and all versions of its deliverables, newest first; internal files are left
 * out, as in the list of deliverables (specification, Engagement). One round trip. Error: `not_found`.
 */
export async function getEngagement(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<EngagementDetail> {
  const [engagements = [], runs = [], deliverables = []] = await services.database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selectRunsOf(tenantId, engagementId),
    selectDeliverablesOf(tenantId, engagementId),
  ]);
  const [engagement] = engagements as EngagementRow[];
  if (!engagement) throw new ApiError('not_found');
  return {
    ...toEngagement(engagement),
    runs: (runs as RunRow[]).map(toRun),
    deliverables: (deliverables as DeliverableRow[]).map(toDeliverable),
  };
}
