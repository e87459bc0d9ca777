import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngagementUpdate } from '@ecp/contract/work/recurring';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { decideUpdate } from './decide-update.ts';
import { requireOpenProposal } from './require-update.ts';
import { toUpdate } from './update-rows.ts';

/** Dismisses a proposal: the documents stay as they are (REC-10). Errors: `not_found`, `update_decided`. */
export function dismissUpdate(
  context: RequestContext,
  target: { engagementId: string; updateId: string },
): Promise<EngagementUpdate> {
  const { tenantId } = context;
  const { engagementId, updateId } = target;
  return context.commit(async (tx) => {
    if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
    const row = await requireOpenProposal(tx, tenantId, target);
    const decided = await decideUpdate(tx, context, updateId, { status: 'dismissed', runId: null });
    await recordAudit(tx, context, {
      action: 'update.dismiss',
      resourceType: 'update',
      resourceId: updateId,
      metadata: { engagementId },
    });
    return toUpdate({ ...row, ...decided, status: 'dismissed' });
  });
}
