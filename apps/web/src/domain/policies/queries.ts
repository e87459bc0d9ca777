import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The workspace's policies (SFA-11). */
export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => api.getPolicies({}, { signal }),
});
