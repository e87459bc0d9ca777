import { ApiError } from '@ecp/contract/declaring/errors';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../../kernel/context.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { engineErrorOf, startFailure, wasStoppedFirst } from '../../engine-client/engine-error.ts';
import { lockRun, type RunState, type RunStatus, type RunToStart } from '../records/lock-run.ts';
import { finishRun, type RunOutcome } from '../transitions/finish-run.ts';
import { startOnEngine } from './start-on-engine.ts';

/**
 * Starts a newly inserted run on the engine and answers the caller. When the engine fails, run and engagement become
 * failed; if the engine has accepted the run although its response was lost, the follower stops it there. A Stop that
 * came first is no failure, and the response says so. A run whose start another process has already confirmed to the
 * caller stays: the follower starts it. Errors: `not_found` when the engagement has been deleted, `engine_error` (RUN-6).
 */
export async function launchRun(context: RequestContext, run: RunToStart, message: string): Promise<RunStarted> {
  const { services, tenantId } = context;
  try {
    const status = await startOnEngine(services, tenantId, run);
    if (status === null) throw new ApiError('not_found');
    return { runId: run.id, status, message };
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    const stopped = wasStoppedFirst(error);
    const status = await rollBack(context, run, { failure: startFailure(error), notify: stopped });
    if (stopped) return { runId: run.id, status: 'failed', message: 'The run was stopped before it started' };
    if (status) return { runId: run.id, status, message };
    throw engineErrorOf(error);
  }
}

/** Fails the run. Returns its status if it stays, because the follower or another process has confirmed it. */
async function rollBack(
  { services, tenantId, transaction, withdrawProvisionalResponse }: RequestContext,
  run: Pick<RunState, 'id' | 'engagement_id'>,
  outcome: RunOutcome,
): Promise<RunStatus | undefined> {
  return transaction(async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (!locked) throw new ApiError('not_found');
    if (locked.run.confirmed_at || !(await withdrawProvisionalResponse(tx))) return locked.run.status;
    await finishRun(tx, services, locked, outcome);
    return undefined;
  });
}
