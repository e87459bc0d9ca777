import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** Interval at which client feedback is refetched. */
export const freshEveryMs = 30_000;

/** Comments of clients, oldest first. Every role may read them. */
export const portalCommentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-comments', engagementId],
    refetchInterval: freshEveryMs,
    queryFn: async ({ signal }) => (await api.listPortalComments({ id: engagementId }, { signal })).comments,
  });
