import { ApiError } from '@ecp/contract/declaring/errors';
import type { StaleRerunStarted } from '@ecp/contract/work/deliverables';
import type { RequestContext } from '../../../kernel/context.ts';
import { listStaleTasks } from '../../deliverables/list-stale-tasks.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { readTasks } from '../../tasks/read-tasks.ts';
import { isActive } from '../records/lock-run.ts';
import { insertRun } from './insert-run.ts';
import { launchRun } from './launch-run.ts';

const message = 'Rerun of the stale deliverables started';

/**
 * Reruns the tasks with stale deliverables and their downstream tasks in one run. Errors: `not_found`,
 * `already_running`, `nothing_stale`, `budget_exhausted`, `engine_error`.
 */
export async function rerunStale(context: RequestContext, engagementId: string): Promise<StaleRerunStarted> {
  const { tenantId } = context;
  const { run, tasks } = await context.transaction(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    if (!engagement) throw new ApiError('not_found');
    if (isActive(engagement.status)) throw new ApiError('already_running');
    const stale = await listStaleTasks(tx, tenantId, engagementId, await readTasks(tx, tenantId, engagementId));
    const taskIds = stale.map(({ taskId }) => taskId);
    if (taskIds.length === 0) throw new ApiError('nothing_stale');
    const inserted = await insertRun(tx, context, engagement, { kind: 'rerun_stale', taskIds });
    await context.storeProvisionalResponse(tx, { runId: inserted.id, status: 'running', message, tasks: stale });
    return { run: inserted, tasks: stale };
  });
  return { ...(await launchRun(context, run, message)), tasks };
}
