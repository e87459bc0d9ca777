import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** What the observer gave each task of the newest run that completed (QUA-5). */
export const observerQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'observer'],
    queryFn: async ({ signal }) => (await api.getRunAnalytics({ id: engagementId }, { signal })).modelRouting,
  });
