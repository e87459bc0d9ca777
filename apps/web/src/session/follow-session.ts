import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { hasSessionEnded, setSessionEnded } from './ended-session.ts';
import { type SessionMessage, onSessionMessage } from './session-broadcast.ts';
import { isPersonalQuery, sessionQuery } from './session.ts';
import { onSessionOwnerChange } from './on-session-owner-change.ts';

/**
 * Keeps this tab with the session that all tabs share: a sign-out leads out of it; a person or workspace that is another
 * one loads the app anew, with nothing left of what was read; signing in again lets a waiting page go on.
 */
export function followSession(queryClient: QueryClient, router: AnyRouter): void {
  onSessionOwnerChange(() => {
    // Who leaves does so when no page asks any more.
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
      // Not even a form holds it up: it would be sent to the other workspace. What it keeps is there for who comes back.
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
    // The guard leads to the sign-in, with the way back.
    .then(() => router.invalidate())
    .then(() => queryClient.removeQueries({ predicate: isPersonalQuery }));
}

/** Lets a page go on whose person has signed in again: what it could not read is read now. */
export function resumeSession(queryClient: QueryClient): void {
  setSessionEnded(false);
  void queryClient.invalidateQueries();
}
