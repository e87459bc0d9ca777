import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { RunControlled } from '@ecp/contract/work/runs';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
} from '../../material/engine-client/engine-client.ts';
import { findLatestRun, type RunStatus } from '../../material/run-records/run-state.ts';

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
 * Checks the state and lets the engine change the run, with the audit entry in the same transaction.
 * Of parallel calls one changes the run. Errors: `not_found`, `cannot_<verb>`, `engine_error`.
 */
async function controlRun(
  context: RequestContext,
  engagementId: string,
  control: Control,
): Promise<RunControlled> {
  const { services, tenantId } = context;
  const { status, run } = await findLatestRun(services.database, tenantId, engagementId);
  if (!run || !control.from.includes(status)) throw cannot(control, status);
  const { pauseRun, resumeRun, stopRun } = services.engine;
  const change = { pause: pauseRun, resume: resumeRun, stop: stopRun }[control.verb];
  const changed = await change(tenantId, run.id, (tx) =>
    recordAudit(tx, context, {
      action: `run.${control.verb}`,
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { runId: run.id },
    }),
  ).catch((error: unknown) => {
    throw error instanceof EngineUnavailableError ? engineErrorOf(error) : error;
  });
  if (!changed.changed) throw cannot(control, changed.status);
  return { engagementId, runId: run.id, status: changed.status, message: control.message };
}

const cannot = ({ verb }: Control, status: EngagementStatus) =>
  new ApiError(`cannot_${verb}`, { values: { status } });

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
