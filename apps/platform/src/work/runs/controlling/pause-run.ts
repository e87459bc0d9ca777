import type { RunControlled } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../../kernel/context.ts';
import { controlRun } from './control-run.ts';

/** Pauses a running run; the engine saves a snapshot. Errors: those of controlRun. */
export function pauseRun(context: RequestContext, engagementId: string): Promise<RunControlled> {
  return controlRun(context, engagementId, { verb: 'pause', from: ['running'], to: 'paused', message: 'Run paused' });
}
