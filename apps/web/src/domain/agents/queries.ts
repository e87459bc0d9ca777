import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The agents that tasks may name (PLN-3). They change only with a release. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.listAgents({}, { signal })).agents,
});
