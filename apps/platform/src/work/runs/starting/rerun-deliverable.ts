import { ApiError } from '@ecp/contract/declaring/errors';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../../kernel/context.ts';
import { findLatestDeliverable } from '../../deliverables/deliverable-rows.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { hasTask } from '../../tasks/has-task.ts';
import { insertRun } from './insert-run.ts';
import { launchRun } from './launch-run.ts';

const message = 'Rerun started';

/**
 * Reruns only the task of a deliverable, with its latest version and the reviewer's notes. Every version is kept
 * (REV-8, REV-10). A file without a task of the engagement counts as missing. Errors: `not_found`, `already_running`,
 * `budget_exhausted`, `engine_error`.
 */
export async function rerunDeliverable(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
): Promise<RunStarted> {
  const { tenantId } = context;
  const run = await context.transaction(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    if (!engagement) throw new ApiError('not_found');
    const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
    const taskId = latest?.task_id ?? null;
    if (taskId === null || !(await hasTask(tx, tenantId, engagementId, taskId))) throw new ApiError('not_found');
    const inserted = await insertRun(tx, context, engagement, { kind: 'rerun', taskId, filename });
    await context.storeProvisionalResponse(tx, { runId: inserted.id, status: 'running', message });
    return inserted;
  });
  return launchRun(context, run, message);
}
