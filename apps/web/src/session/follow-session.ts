import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { hasSessionEnded, setSessionEnded } from './ended-session.ts';
import { onSessionOwnerChange } from './on-session-owner-change.ts';
import { isPersonalQuery, sessionQuery } from './session.ts';
import { onSessionMessage, type SessionMessage } from './session-broadcast.ts';

/**
 * Keeps this tab in step with the session that all tabs share. A sign-out leads to the sign-in page. Another person or
 * workspace reloads the app without any data. Signing in again lets a waiting page continue.
 */
export function followSession(queryClient: QueryClient, router: AnyRouter): void {
  onSessionOwnerChange(() => {
    // Without a session, queries are removed only after the navigation, when no page uses them.
    if (queryClient.getQueryData(sessionQuery.queryKey)) queryClient.removeQueries({ predicate: isPersonalQuery });
  });
  onSessionMessage((message) => {
    const known = queryClient.getQueryData(sessionQuery.queryKey);
    if (message.kind === 'out') {
      if (known) leave(queryClient, router);
    } else if (!known?.user) {
      void queryClient.invalidateQueries(sessionQuery).then(() => router.invalidate());
    } else if (isSame(known.user.id, known.tenant.id, message)) {
      if (hasSessionEnded()) resumeSession(queryClient);
    } else {
      // No form may block this: it would submit to the other workspace. Its stored draft is there on return.
      void router.navigate({ to: '/engagements', search: {}, reloadDocument: true, ignoreBlocker: true });
    }
  });
}

const isSame = (userId: string, tenantId: string, message: Extract<SessionMessage, { kind: 'in' }>) =>
  userId === message.userId && tenantId === message.tenantId;

function leave(queryClient: QueryClient, router: AnyRouter): void {
  setSessionEnded(false);
  queryClient.setQueryData(sessionQuery.queryKey, null);
  void queryClient
    .cancelQueries()
    // The guard redirects to the sign-in page and remembers the way back.
    .then(() => router.invalidate())
    .then(() => queryClient.removeQueries({ predicate: isPersonalQuery }));
}

/** Lets a page continue after its user has signed in again: failed queries run again. */
export function resumeSession(queryClient: QueryClient): void {
  setSessionEnded(false);
  void queryClient.invalidateQueries();
}
