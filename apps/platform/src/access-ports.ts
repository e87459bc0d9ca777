import { findKeyPrincipal } from './identity/api-keys/find-key-principal.ts';
import { findSessionPrincipal } from './identity/sessions/find-session-principal.ts';
import { readSessionCookie } from './identity/sessions/session-cookie.ts';
import type { AccessPorts } from './kernel/http/access-ports.ts';
import { findPortalVisitor } from './reach/portal/find-portal-visitor.ts';
import { requireEngagement } from './work/engagements/require-engagement.ts';
import { findAnswerVisitor } from './work/questions/links/find-answer-visitor.ts';

/** The functions of other folders that every request's checks call. */
export const accessPorts: AccessPorts = {
  async findSessionPrincipal(services, request) {
    const token = readSessionCookie(request, services.config);
    return token === undefined ? null : findSessionPrincipal(services, token);
  },
  findKeyPrincipal,
  findPortalVisitor,
  findAnswerVisitor,
  requireEngagement,
};
