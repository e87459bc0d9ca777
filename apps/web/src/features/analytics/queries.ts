import type { Run } from '@ecp/contract/work/runs';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Agents, delegations and model choices of the newest run that completed; `run` is the newest one, whose end renews it. */
export const analyticsQuery = (id: string, run: Run | undefined) =>
  queryOptions({
    queryKey: ['analytics', id, run?.id, run?.status],
    queryFn: ({ signal }) => api.getRunAnalytics({ id }, { signal }),
  });

/** Scores of the newest run, criterion by criterion. */
export const qualityQuery = (id: string, run: Run | undefined) =>
  queryOptions({
    queryKey: ['quality', id, run?.id, run?.status],
    queryFn: ({ signal }) => api.getRunQuality({ id }, { signal }),
  });
