import type { EngagementDetail } from '@ecp/contract/engagements';
import type { Run } from '@ecp/contract/runs';
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

/** Runs in the order in which they were started. */
export const inOrder = (runs: EngagementDetail['runs']): Run[] =>
  runs.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));

/** The run whose analytics the service gives: the newest that completed. */
export const newestCompleted = (runs: EngagementDetail['runs']): Run | undefined =>
  inOrder(runs).findLast(({ status }) => status === 'completed');
