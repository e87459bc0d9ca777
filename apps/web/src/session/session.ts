import type { Me, Role } from '@ecp/contract/identity/auth';
import { isApiError } from '@ecp/sdk/create-client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { broadcastSession } from './session-broadcast.ts';

/** Asks who is signed in, and tells the other tabs. */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  const me = await api.getMe({}, signal ? { signal } : {});
  if (me.user) broadcastSession({ kind: 'in', userId: me.user.id, tenantId: me.tenant.id });
  return me;
}

/** Who is signed in; null when nobody is. A session that ends under a page in use is an error, and stays known. */
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

/** Everything that was read as a certain person in a certain workspace. */
export const isPersonalQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== 'session';

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** A signed-in person in one tenant. */
export interface Session extends Omit<Me, 'user' | 'apiKey'> {
  user: NonNullable<Me['user']>;
  role: Role;
  /** Whether the role includes `needed` (ACS-6). */
  has: (needed: Role) => boolean;
}

/** Makes a session of the answer; null when nobody is signed in. */
export function toSession(me: Me | null | undefined): Session | null {
  if (!me?.user) return null;
  const { user, tenant, tenants, subscription } = me;
  return { user, tenant, tenants, subscription, role: user.role, has: (needed) => ranks[user.role] >= ranks[needed] };
}

const shell = getRouteApi('/shell');

/** The signed-in person, in pages below the guard; the last one known while a page of somebody who left is going away. */
export function useSession(): Session {
  const entered = shell.useRouteContext({ select: ({ session }) => session });
  return toSession(useQuery(sessionQuery).data) ?? entered;
}
