import { ApiError } from '@ecp/contract/declaring/errors';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../../kernel/context.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { insertRun } from './insert-run.ts';
import { launchRun } from './launch-run.ts';

const message = 'Run started';

/**
 * Starts a run of all tasks (RUN-3). Only one of several parallel calls succeeds. Errors: `not_found`,
 * `already_running`, `budget_exhausted`, `engine_error`.
 */
export async function startRun(context: RequestContext, engagementId: string): Promise<RunStarted> {
  const runId = await context.transaction(async (tx) => {
    const engagement = await lockEngagement(tx, context.tenantId, engagementId);
    if (!engagement) throw new ApiError('not_found');
    const id = await insertRun(tx, context, engagement, { kind: 'run' });
    await context.storeProvisionalResponse(tx, { runId: id, status: 'running', message });
    return id;
  });
  return launchRun(
    context,
    { id: runId, engagement_id: engagementId, rerun_task_id: null, rerun_task_ids: null },
    message,
  );
}
