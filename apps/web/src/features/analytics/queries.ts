import type { Run } from '@ecp/contract/work/runs';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Figures of the newest completed run. `run` is the newest run: they are refetched when it ends. */
export const analyticsQuery = (id: string, run: Run | undefined) =>
  queryOptions({
    queryKey: ['analytics', id, run?.id, run?.status],
    queryFn: ({ signal }) => api.getRunAnalytics({ id }, { signal }),
  });

/** Scores of the newest run by criterion. */
export const qualityQuery = (id: string, run: Run | undefined) =>
  queryOptions({
    queryKey: ['quality', id, run?.id, run?.status],
    queryFn: ({ signal }) => api.getRunQuality({ id }, { signal }),
  });
