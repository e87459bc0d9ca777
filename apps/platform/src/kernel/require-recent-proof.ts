import { ApiError } from '@ecp/contract/declaring/errors';
import type { SessionPrincipal } from './context.ts';

/** Age of a sign-in or proof up to which it is recent (SFA-14). */
const recentMs = 10 * 60_000;

/** Throws `step_up_required` unless the session has a sign-in or proof within the last 10 minutes. */
export function requireRecentProof({ provenAt }: SessionPrincipal, now: Date): void {
  if (now.getTime() - provenAt.getTime() > recentMs) throw new ApiError('step_up_required');
}
