import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { RequestContext } from '../../kernel/context.ts';
import { selectDeliverablesOf } from '../deliverables/deliverable-rows.ts';
import { readDeliverables } from '../deliverables/read-deliverables.ts';
import { selectEngagement, toEngagement } from '../engagements/engagement-rows.ts';
import { selectWaitingOf } from '../queue/count-queue.ts';
import { selectRunsOf, toRun } from '../runs/records/run-rows.ts';
import type { DetailVersion } from './select-detail-version.ts';

/**
 * Reads an engagement with its newest runs, its deliverables, newest first, without internal files, and what waits in
 * it; the version of the detail has counted questions and comments. Older versions beyond a bound are left out, and
 * `complete` is then false (ENG-19). Takes one round trip unless there are many versions. Error: `not_found`.
 */
export async function getEngagement(
  { services, tenantId }: RequestContext,
  engagementId: string,
  { questions, comments }: Pick<DetailVersion, 'questions' | 'comments'>,
): Promise<{ detail: EngagementDetail; complete: boolean }> {
  const [[engagement], runs, first, [counts]] = await services.database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selectRunsOf(tenantId, engagementId),
    selectDeliverablesOf(tenantId, engagementId),
    selectWaitingOf(tenantId, engagementId),
  ]);
  if (!engagement || !counts) throw new ApiError('not_found');
  const { deliverables, complete } = await readDeliverables(services, tenantId, engagementId, first);
  const waiting = { ...counts, questions, comments };
  return { detail: { ...toEngagement(engagement), runs: runs.map(toRun), deliverables, waiting }, complete };
}
