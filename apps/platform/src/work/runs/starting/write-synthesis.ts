import { ApiError } from '@ecp/contract/declaring/errors';
import type { SynthesisStarted } from '@ecp/contract/work/plans';
import type { RequestContext } from '../../../kernel/context.ts';
import { listPreviousVersions } from '../../deliverables/list-previous-versions.ts';
import { lockEngagement, selectEngagement } from '../../engagements/engagement-rows.ts';
import { storeTasks, withSynthesisTask } from '../../tasks/synthesis-task.ts';
import { isActive } from '../records/lock-run.ts';
import { insertRun } from './insert-run.ts';
import { launchRun } from './launch-run.ts';

const message = 'The paper for who decides is being written';

/**
 * Adds the task that writes the paper for who decides, if the engagement lacks it, and runs it alone (contract 11).
 * Errors: `not_found`, `already_running`, `nothing_to_conclude` without a document of another task, `budget_exhausted`,
 * `engine_error`.
 */
export async function writeSynthesis(context: RequestContext, engagementId: string): Promise<SynthesisStarted> {
  const { tenantId } = context;
  const { run, taskId } = await context.transaction(async (tx) => {
    const locked = await lockEngagement(tx, tenantId, engagementId);
    const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
    const [engagement] = rows;
    if (!locked || !engagement) throw new ApiError('not_found');
    if (isActive(locked.status)) throw new ApiError('already_running');
    const synthesis = withSynthesisTask(engagement.brief, engagement.tasks);
    const documents = await listPreviousVersions(tx, tenantId, engagementId);
    if (documents.every((document) => document.taskId === synthesis.taskId)) throw new ApiError('nothing_to_conclude');
    await storeTasks(tx, tenantId, engagementId, synthesis.tasks);
    const inserted = await insertRun(tx, context, locked, { kind: 'synthesis', taskIds: [synthesis.taskId] });
    const about = { runId: inserted.id, status: 'running', message, taskId: synthesis.taskId } as const;
    await context.storeProvisionalResponse(tx, about);
    return { run: inserted, taskId: synthesis.taskId };
  });
  return { ...(await launchRun(context, run, message)), taskId };
}
