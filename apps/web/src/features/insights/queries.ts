import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Between two looks at an analysis that is running. */
const watchMs = 1_000;

/** Findings and proposals of the last analysis; asked again and again while one is running. */
export const insightsQuery = queryOptions({
  queryKey: ['insights'],
  queryFn: ({ signal }) => api.getInsights({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.analysis?.status === 'running' ? watchMs : false),
});
