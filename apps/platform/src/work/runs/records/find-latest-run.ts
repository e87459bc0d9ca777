import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { Database } from '@ecp/database/database';
import { selectEngagementState } from '../../engagements/engagement-rows.ts';
import { type RunState, selectLatestRun } from './lock-run.ts';

/** Returns the status of an engagement and its newest run, if there is one. Error: `not_found`. */
export async function findLatestRun(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<{ status: EngagementStatus; run: RunState | undefined }> {
  const [[engagement], [run]] = await database.batchTenant(tenantId, [
    selectEngagementState(tenantId, engagementId),
    selectLatestRun(tenantId, engagementId),
  ]);
  if (!engagement) throw new ApiError('not_found');
  return { status: engagement.status, run };
}
