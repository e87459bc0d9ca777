import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext, SessionPrincipal } from '../../kernel/context.ts';

/** Returns the caller as a person with a session. Error: `session_required`. */
export function requireSession({ principal }: RequestContext): SessionPrincipal {
  if (principal.kind !== 'session') throw new ApiError('session_required');
  return principal;
}
