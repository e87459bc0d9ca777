import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { refreshDeliverables } from '../deliverables/queries.ts';

const pollMs = 4_000;

/** State of an engagement's newest run; small, so that pages may ask for it often. */
export const runStatusQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'status', engagementId],
    queryFn: ({ signal }) => api.getRunStatus({ id: engagementId }, { signal }),
  });

/** Whether a run is going on, also one that somebody else started; when it has ended, deliverables are read anew. */
export function useEngagementRun(engagementId: string): { runId: string | undefined; isActive: boolean } {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...runStatusQuery(engagementId), refetchInterval: pollMs });
  const isActive = data?.status === 'running' || data?.status === 'paused';
  const wasActive = useRef(false);
  useEffect(() => {
    if (wasActive.current && !isActive) void refreshDeliverables(queryClient, engagementId);
    wasActive.current = isActive;
  }, [isActive, queryClient, engagementId]);
  return { runId: data?.runId ?? undefined, isActive };
}
