import type { Me, Role } from '@ecp/contract/identity/auth';
import { isApiError } from '@ecp/sdk/create-client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { broadcastSession } from './session-broadcast.ts';

/** Reads who is signed in, and tells the other tabs. */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  const me = await api.getMe({}, signal ? { signal } : {});
  if (me.user) broadcastSession({ kind: 'in', userId: me.user.id, tenantId: me.tenant.id });
  return me;
}

/**
 * The person who is signed in; null if nobody is. If the session ends while a page is in use, the query fails and keeps
 * its data.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  async queryFn({ signal, client, queryKey }): Promise<Me | null> {
    try {
      return await fetchMe(signal);
    } catch (error) {
      if (isApiError(error, 'authentication_required') && !client.getQueryData(queryKey)) return null;
      throw error;
    }
  },
});

/** Matches every query whose data depends on the person and the workspace. */
export const isPersonalQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== 'session';

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** The session of a person in one tenant. */
export interface Session extends Omit<Me, 'user' | 'apiKey'> {
  user: NonNullable<Me['user']>;
  role: Role;
  /** Whether the role includes `needed` (ACS-6). */
  has: (needed: Role) => boolean;
}

/** Turns a response into a session; null if nobody is signed in. */
export function toSession(me: Me | null | undefined): Session | null {
  if (!me?.user) return null;
  const { user, apiKey: _none, ...rest } = me;
  return { ...rest, user, role: user.role, has: (needed) => ranks[user.role] >= ranks[needed] };
}

const shell = getRouteApi('/shell');

/**
 * Returns the session, on pages below the guard. During a sign-out, the page gets the last known session until it
 * unmounts.
 */
export function useSession(): Session {
  const entered = shell.useRouteContext({ select: ({ session }) => session });
  return toSession(useQuery(sessionQuery).data) ?? entered;
}
