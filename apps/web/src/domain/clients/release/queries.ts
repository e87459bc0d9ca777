import type { Release } from '@ecp/contract/reach/releases';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

export type { Release };

/** The releases to the clients of an engagement, newest first (REL-1). Every role may read them. */
export const releasesQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['releases', engagementId],
    queryFn: async ({ signal }) => (await api.listReleases({ id: engagementId }, { signal })).releases,
  });
