import { hasReserve } from '@ecp/database/reserving-pool';
import type { Statement } from '@ecp/database/statement';
import { findKeyPrincipal } from './identity/api-keys/find-key-principal.ts';
import { findSessionPrincipal } from './identity/sessions/find-session-principal.ts';
import { readSessionCookie } from './identity/sessions/session-cookie.ts';
import type { FoundKey } from './kernel/context.ts';
import type { AccessPorts } from './kernel/http/access-ports.ts';
import { shareReads } from './kernel/share-reads.ts';
import { findPortalVisitor } from './reach/portal/find-portal-visitor.ts';
import { requireEngagement } from './work/engagements/require-engagement.ts';
import { findAnswerVisitor } from './work/questions/links/find-answer-visitor.ts';

/** Opens the functions of other folders that every request's checks call. */
export function openAccessPorts(): AccessPorts {
  const searches = shareReads<FoundKey | null>();
  return {
    async findSessionPrincipal(services, request) {
      const token = readSessionCookie(request, services.config);
      return token === undefined ? null : findSessionPrincipal(services, token);
    },
    findKeyPrincipal: (services, key, read) =>
      searches(nameSearch(key, read), () => findKeyPrincipal(services, key, read)),
    findPortalVisitor,
    findAnswerVisitor,
    requireEngagement,
  };
}

/** Requests share a search that has the same key and read. One that may use the reserve does not wait for others. */
const nameSearch = (key: string, read: Statement<unknown> | undefined) =>
  `${key} ${hasReserve()} ${read?.name} ${JSON.stringify(read?.values)}`;
