import type { RunControlled } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../../kernel/context.ts';
import { controlRun } from './control-run.ts';

/** Stops a running or paused run, which fails with `Stopped by user`. Errors: those of controlRun. */
export function stopRun(context: RequestContext, engagementId: string): Promise<RunControlled> {
  const from = ['running', 'paused'] as const;
  return controlRun(context, engagementId, { verb: 'stop', from, to: 'failed', message: 'Run stopped' });
}
