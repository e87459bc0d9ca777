import type { PortalToken } from '@ecp/contract/reach/portal';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Interval at which client feedback is refetched. */
export const freshEveryMs = 30_000;

/** The links of an engagement, newest first, including ended ones. Requires the role member or higher (POR-3). */
export const portalTokensQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-tokens', engagementId],
    queryFn: async ({ signal }) => (await api.listPortalTokens({ id: engagementId }, { signal })).tokens,
  });

/** Comments of clients, oldest first. Every role may read them. */
export const portalCommentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-comments', engagementId],
    refetchInterval: freshEveryMs,
    queryFn: async ({ signal }) => (await api.listPortalComments({ id: engagementId }, { signal })).comments,
  });

/** Returns whether a link still works. */
export function isOpenLink({ revokedAt, expiresAt }: PortalToken, nowMs = Date.now()): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
