import { ApiError } from '@ecp/contract/declaring/errors';
import type { Schedule } from '@ecp/contract/work/recurring';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectEngagementExists } from '../../engagements/engagement-rows.ts';
import { selectSchedule, toSchedule } from './schedule-rows.ts';

/** Reads the schedule of an engagement, null without one (REC-1). Error: `not_found`. */
export async function getSchedule(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ schedule: Schedule | null }> {
  const [engagements, [row]] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectSchedule(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return { schedule: row ? toSchedule(row) : null };
}
