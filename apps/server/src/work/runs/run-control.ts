import { ApiError } from '@ecp/contract/declaring/errors';
import type { ControlledEngineRun } from '@ecp/contract/engine/engine-api';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { RunControlled } from '@ecp/contract/work/runs';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
  stoppedByUser,
  wasStoppedFirst,
} from '../../material/engine-client/engine-client.ts';
import {
  findLatestRun,
  isActive,
  lockRun,
  type RunState,
  type RunStatus,
} from '../../material/run-records/run-state.ts';
import { changeFollower, syncRun } from './following/follower.ts';
import { finishRun } from './run-transitions.ts';
import { startOnEngine } from './starting/start-request.ts';

/** One of stop, pause and resume. */
export interface Control {
  verb: 'stop' | 'pause' | 'resume';
  /** States in which it may be called. */
  from: readonly EngagementStatus[];
  /** The state that it leads to. */
  to: RunStatus;
  message: string;
}

/**
 * Checks the state, lets the engine act outside of any transaction, and applies its events. Of
 * parallel calls one changes the run and is audited. A run that the engine lacks is started first.
 * Errors: `not_found`, `cannot_<verb>`, `engine_error`.
 */
async function controlRun(
  context: RequestContext,
  engagementId: string,
  control: Control,
): Promise<RunControlled> {
  const run = await requireControllable(context, engagementId, control);
  const done = await actOnEngine(context, control, run);
  await bringOver(context, run.id);
  await settle(context, control, run, done);
  if (!done.changed) throw cannot(control, done.status);
  return { engagementId, runId: run.id, status: done.status, message: control.message };
}

const cannot = ({ verb }: Control, status: EngagementStatus) =>
  new ApiError(`cannot_${verb}`, { values: { status } });

async function requireControllable(
  { services, tenantId }: RequestContext,
  engagementId: string,
  control: Control,
): Promise<RunState> {
  const { status, run } = await findLatestRun(services.database, tenantId, engagementId);
  if (!run || !control.from.includes(status)) throw cannot(control, status);
  return run;
}

async function actOnEngine(
  context: RequestContext,
  control: Control,
  run: RunState,
): Promise<ControlledEngineRun> {
  const { services, tenantId } = context;
  const { pauseRun, resumeRun, stopRun } = services.engine;
  const act = { pause: pauseRun, resume: resumeRun, stop: stopRun }[control.verb];
  try {
    return await act(tenantId, run.id).catch(async (error: unknown) => {
      const unknownThere = error instanceof EngineUnavailableError && error.status === 404;
      if (!unknownThere || run.confirmed_at) throw error;
      const status = await startOnEngine(services, tenantId, run);
      if (status === null) throw new ApiError('not_found');
      if (!isActive(status)) throw cannot(control, status);
      return act(tenantId, run.id);
    });
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    if (wasStoppedFirst(error)) throw cannot(control, 'failed');
    // On a conflict the state of the run has changed. The new state tells the caller why.
    if (error.status === 409) {
      await bringOver(context, run.id);
      await requireControllable(context, run.engagement_id, control);
    }
    throw engineErrorOf(error);
  }
}

/**
 * Applies events. The engine has acted already, so a failure is logged only, and the follower
 * applies them later.
 */
async function bringOver({ services, tenantId }: RequestContext, runId: string): Promise<void> {
  try {
    await syncRun(services, { tenantId, runId });
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    services.log.warn(
      { err: error, runId },
      'The engine acted but its events could not be read yet',
    );
  }
}

/**
 * Writes the audit entry. Ends a stopped run that the engine never saw, because no event reports
 * its end.
 */
async function settle(
  context: RequestContext,
  { verb }: Control,
  run: RunState,
  { changed, failureReason }: ControlledEngineRun,
): Promise<void> {
  const { tenantId, services } = context;
  const engagementId = run.engagement_id;
  await context.transaction(async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId });
    if (!locked) throw new ApiError('not_found');
    if (failureReason === 'stopped' && !locked.run.confirmed_at) {
      await finishRun(tx, services, locked, { failure: stoppedByUser, notify: true });
    }
    if (!changed) return;
    // Nobody follows a run that waits, and the engine's events may not have been read.
    if (locked.run.waiting_until && isActive(locked.run.status)) {
      await changeFollower(tx, services, {
        tenantId,
        run: locked.run,
        wokenAt: locked.run.event_cursor,
      });
    }
    await recordAudit(tx, context, {
      action: `run.${verb}`,
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { runId: run.id },
    });
  });
}

/** Pauses a running run; the engine saves a snapshot. Errors: those of controlRun. */
export function pauseRun(context: RequestContext, engagementId: string): Promise<RunControlled> {
  return controlRun(context, engagementId, {
    verb: 'pause',
    from: ['running'],
    to: 'paused',
    message: 'Run paused',
  });
}

/** Resumes a paused run from its snapshot. Errors: those of controlRun. */
export function resumeRun(context: RequestContext, engagementId: string): Promise<RunControlled> {
  return controlRun(context, engagementId, {
    verb: 'resume',
    from: ['paused'],
    to: 'running',
    message: 'Run resumed',
  });
}

/**
 * Stops a running or paused run, which fails with `Stopped by user`. Errors: those of controlRun.
 */
export function stopRun(context: RequestContext, engagementId: string): Promise<RunControlled> {
  const from = ['running', 'paused'] as const;
  return controlRun(context, engagementId, {
    verb: 'stop',
    from,
    to: 'failed',
    message: 'Run stopped',
  });
}
