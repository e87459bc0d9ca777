import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Polling interval while an analysis is active. */
const watchMs = 1_000;
/** Greatest number of completed runs in the figures. */
export const newestRuns = 200;

/** Findings and proposals of the last analysis, polled while an analysis is active. */
export const insightsQuery = queryOptions({
  queryKey: ['insights'],
  queryFn: ({ signal }) => api.getInsights({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.analysis?.status === 'running' ? watchMs : false),
});

/** The patterns of the newest completed runs. */
export const runsQuery = queryOptions({
  queryKey: ['library', 'runs'],
  queryFn: async ({ signal }) => (await api.listLibrary({ limit: newestRuns }, { signal })).entries,
});
