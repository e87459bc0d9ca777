import type { RunControlled } from '@ecp/contract/work/runs';
import type { RequestContext } from '../../../kernel/context.ts';
import { controlRun } from './control-run.ts';

/** Resumes a paused run from its snapshot. Errors: those of controlRun. */
export function resumeRun(context: RequestContext, engagementId: string): Promise<RunControlled> {
  return controlRun(context, engagementId, { verb: 'resume', from: ['paused'], to: 'running', message: 'Run resumed' });
}
