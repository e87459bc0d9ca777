import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** The search provider of this installation, with its price. */
export const researchProviderQuery = queryOptions({
  queryKey: ['research-provider'],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => api.getResearchProvider({}, { signal }),
});
