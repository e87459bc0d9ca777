import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshDeliverables } from '../deliverables/queries.ts';
import { runStatusQuery } from './queries.ts';

const pollMs = 4_000;

/** Whether a run is in progress, whoever started it. Reads the deliverables again when it ends. */
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
