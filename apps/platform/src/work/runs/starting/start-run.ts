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
  const run = await context.transaction(async (tx) => {
    const engagement = await lockEngagement(tx, context.tenantId, engagementId);
    if (!engagement) throw new ApiError('not_found');
    const inserted = await insertRun(tx, context, engagement, { kind: 'run' });
    await context.storeProvisionalResponse(tx, { runId: inserted.id, status: 'running', message });
    return inserted;
  });
  return launchRun(context, run, message);
}
