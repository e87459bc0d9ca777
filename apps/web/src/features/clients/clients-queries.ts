import type { PortalToken } from '@ecp/contract/reach/portal';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** What clients say comes without a reload. */
export const freshEveryMs = 30_000;

/** The links of an engagement, newest first, ended ones too; member or higher (POR-3). */
export const portalTokensQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-tokens', engagementId],
    queryFn: async ({ signal }) => (await api.listPortalTokens({ id: engagementId }, { signal })).tokens,
  });

/** What clients have said, oldest first; every role. */
export const portalCommentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-comments', engagementId],
    refetchInterval: freshEveryMs,
    queryFn: async ({ signal }) => (await api.listPortalComments({ id: engagementId }, { signal })).comments,
  });

/** Whether a link opens anything at this moment. */
export function isOpenLink({ revokedAt, expiresAt }: PortalToken, nowMs = Date.now()): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
