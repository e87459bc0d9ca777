import type { Me, Role } from '@ecp/contract/identity/auth';
import { isApiError } from '@ecp/sdk/create-client';
import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { type AnyRouter, getRouteApi } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { chooseLanguage } from '../language/language.ts';
import { createListeners } from '../ui/create-listeners.ts';
import { showErrorToast } from '../ui/toasts/show-toast.ts';
import { isPersonalQuery } from './personal-queries.ts';

/** A message to the other tabs of this browser, which share the session's cookie. */
type SessionMessage = { kind: 'in'; userId: string; tenantId: string } | { kind: 'out' };

const channel = new BroadcastChannel('session');

export const broadcastSession = (message: SessionMessage): void => channel.postMessage(message);

/** Calls `act` for messages of other tabs. */
function onSessionMessage(act: (message: SessionMessage) => void): void {
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => act(data);
}

/** Reads who is signed in, and tells the other tabs. */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  const me = await api.getMe({}, signal ? { signal } : {});
  if (me.user) broadcastSession({ kind: 'in', userId: me.user.id, tenantId: me.tenant.id });
  return me;
}

/**
 * Whether the platform has told this browser that nobody is signed in. A sign-in in any tab takes
 * that back.
 */
function isMarkedSignedOut(): boolean {
  const mark = location.protocol === 'https:' ? '__Host-ecp_signed_out=' : 'ecp_signed_out=';
  return document.cookie.split('; ').some((one) => one.startsWith(mark));
}

/**
 * The person who is signed in; null if nobody is. If the session ends while a page is in use, the
 * query keeps its data.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  async queryFn({ signal, client, queryKey }): Promise<Me | null> {
    if (isMarkedSignedOut() && !client.getQueryData(queryKey)) return null;
    try {
      return await fetchMe(signal);
    } catch (error) {
      if (isApiError(error, 'authentication_required') && !client.getQueryData(queryKey))
        return null;
      throw error;
    }
  },
});

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

export interface Session extends Omit<Me, 'user' | 'apiKey'> {
  user: NonNullable<Me['user']>;
  role: Role;
  has: (needed: Role) => boolean;
}

/** Turns a response into a session; null if nobody is signed in. */
export function toSession(me: Me | null | undefined): Session | null {
  if (!me?.user) return null;
  const { user, apiKey: _none, ...rest } = me;
  return { ...rest, user, role: user.role, has: (needed) => ranks[user.role] >= ranks[needed] };
}

const shell = getRouteApi('/shell');

/** Returns the session, on pages below the guard. During a sign-out, it is the last known one. */
export function useSession(): Session {
  const entered = shell.useRouteContext({ select: ({ session }) => session });
  return toSession(useQuery(sessionQuery).data) ?? entered;
}

let ended = false;
const { subscribe, notify } = createListeners();

export function setSessionEnded(now: boolean): void {
  ended = now;
  notify();
}

/** Whether the page waits for its user to sign in again. Meanwhile no dialog closes. */
export const hasSessionEnded = (): boolean => ended;

/** `hasSessionEnded` as a hook. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the error, so no toast appears. */
      showsError?: boolean;
    };
  }
}

const freshMs = 15_000;

/**
 * Returns whether an error says that the user is signed out. It then ends the session, so that no
 * input is lost.
 */
function noticeEnd(error: unknown): boolean {
  const hasEnded = isApiError(error, 'authentication_required');
  if (hasEnded && queryClient.getQueryData(sessionQuery.queryKey)) setSessionEnded(true);
  // The guards then lead to the page where a second factor is set up.
  if (isApiError(error, 'second_factor_required') && error.status === 403) {
    void queryClient.invalidateQueries(sessionQuery);
  }
  return hasEnded;
}

/**
 * Cache of all data that this person has read. It never retries, because the SDK does so where this
 * is safe.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (noticeEnd(error) || !isApiError(error) || error.status !== 404) return;
      void import('./forget-unseen.ts').then(({ forgetMissing }) =>
        forgetMissing(queryClient, query),
      );
    },
  }),
  mutationCache: new MutationCache({
    onError(error, _variables, _result, mutation) {
      if (!noticeEnd(error) && !mutation.meta?.showsError) showErrorToast(error);
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: freshMs },
    mutations: { retry: false },
  },
});

const readOwner = () => {
  const me = queryClient.getQueryData(sessionQuery.queryKey);
  return me?.user ? `${me.user.id} ${me.tenant.id}` : null;
};

/**
 * Calls `act` when the session belongs to somebody else, to drop data that is held outside the
 * query cache.
 */
export function onSessionOwnerChange(act: () => void): void {
  let owner = readOwner();
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0] || readOwner() === owner) return;
    owner = readOwner();
    act();
  });
}

/** Shows the pages in the language that the person who is signed in has chosen. */
export function followLanguage(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ query }) => {
    const me =
      query.queryKey[0] === sessionQuery.queryKey[0]
        ? queryClient.getQueryData(sessionQuery.queryKey)
        : null;
    if (me?.user) void chooseLanguage(me.user.language);
  });
}

/**
 * Keeps this tab in step with the session that all tabs share: it signs out, reloads or continues.
 */
export function followSession(queryClient: QueryClient, router: AnyRouter): void {
  onSessionOwnerChange(() => {
    // Without a session, queries are removed only after the navigation, when no page uses them.
    if (queryClient.getQueryData(sessionQuery.queryKey))
      queryClient.removeQueries({ predicate: isPersonalQuery });
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
      // No form may block this: it would submit to the other workspace. Its stored draft is there
      // on return.
      void router.navigate({
        to: '/engagements',
        search: {},
        reloadDocument: true,
        ignoreBlocker: true,
      });
    }
  });
}

const isSame = (
  userId: string,
  tenantId: string,
  message: Extract<SessionMessage, { kind: 'in' }>,
) => userId === message.userId && tenantId === message.tenantId;

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
