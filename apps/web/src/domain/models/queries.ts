import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The service caches its own list for the same time (PLN-4). */
const freshMs = 60_000;

/** The models that an engagement may be pinned to (PLN-4). */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  staleTime: freshMs,
  queryFn: async ({ signal }) => (await api.listModels({}, { signal })).models,
});
