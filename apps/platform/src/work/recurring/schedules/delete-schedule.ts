import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';

/** Ends the schedule of an engagement. Its checks and proposals stay (REC-1). Error: `not_found` without a schedule. */
export function deleteSchedule(context: RequestContext, engagementId: string): Promise<{ success: boolean }> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'delete_schedule',
      text: 'delete from platform.engagement_schedules where tenant_id = $1 and engagement_id = $2',
      values: [tenantId, engagementId],
    });
    if (rowCount === 0) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'schedule.delete',
      resourceType: 'engagement',
      resourceId: engagementId,
    });
    return { success: true };
  });
}
