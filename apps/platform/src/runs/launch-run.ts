import { ApiError } from '@ecp/contract/errors';
import type { RunStarted } from '@ecp/contract/runs';
import type { RequestContext } from '../context.ts';
import { EngineUnavailableError } from './engine-client.ts';
import { engineErrorOf } from './engine-error.ts';
import { finishRun } from './finish-run.ts';
import { lockRun, type RunState, type RunStatus } from './lock-run.ts';
import { startOnEngine } from './start-on-engine.ts';

/**
 * Hands a run that was just opened to the engine and answers the caller. When the engine fails, run and engagement are
 * rolled back to failed; if the engine has accepted the run although its answer was lost, the follower stops it there.
 * Error: `engine_error` (specification, Engagement status: engine failure on start).
 */
export async function launchRun(
  context: RequestContext,
  run: Pick<RunState, 'id' | 'engagement_id' | 'rerun_task_id'>,
  message: string,
): Promise<RunStarted> {
  const { services, tenantId } = context;
  try {
    const status = await startOnEngine(services, tenantId, run);
    if (status === null) throw new ApiError('not_found');
    return { runId: run.id, status, message };
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    const status = await rollBack(context, run, error);
    if (status) return { runId: run.id, status, message };
    throw engineErrorOf(error);
  }
}

/** Fails the run unless the follower has started it meanwhile; its state then. */
async function rollBack(
  { services, tenantId, transaction }: RequestContext,
  run: Pick<RunState, 'id' | 'engagement_id'>,
  cause: EngineUnavailableError,
): Promise<RunStatus | undefined> {
  return transaction(async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (!locked) return undefined;
    if (locked.run.confirmed_at) return locked.run.status;
    await finishRun(tx, services, locked, {
      status: 'failed',
      error: engineErrorOf(cause).message,
      notify: false,
    });
    return undefined;
  });
}
