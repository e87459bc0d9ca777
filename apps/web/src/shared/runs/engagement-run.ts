import type { EngagementDetail, EngagementStatus } from '@ecp/contract/work/engagements';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../base/api/client.ts';
import { refreshDeliverables } from '../../base/api/document-queries.ts';
import { isActive } from '../../base/api/engagement-queries.ts';

const pollMs = { active: 5_000, quiet: 30_000 };

/**
 * Status of an engagement. Polls often during a run, and slowly otherwise, to notice that somebody
 * started one.
 */
export const runStatusQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'status', engagementId],
    queryFn: ({ signal }) => api.getRunStatus({ id: engagementId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && isActive(state.data.status) ? pollMs.active : pollMs.quiet,
  });

/**
 * The current status of an engagement. When it changes, the data of the engagement is read again.
 */
export function useLiveStatus(
  engagementId: string,
  detail: EngagementDetail | undefined,
): EngagementStatus | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery(runStatusQuery(engagementId));
  const known = detail && `${detail.runs[0]?.id ?? null} ${detail.status}`;
  const told = data && `${data.runId} ${data.status}`;
  useEffect(() => {
    if (known !== undefined && told !== undefined && known !== told) {
      void refreshAfterRun(queryClient, engagementId);
    }
  }, [known, told, queryClient, engagementId]);
  return data?.status ?? detail?.status;
}

const progressPollMs = 4_000;

/** Whether a run is in progress, whoever started it. Reads the deliverables again when it ends. */
export function useEngagementRun(engagementId: string): {
  runId: string | undefined;
  isActive: boolean;
} {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...runStatusQuery(engagementId), refetchInterval: progressPollMs });
  const isActive = data?.status === 'running' || data?.status === 'paused';
  const wasActive = useRef(false);
  useEffect(() => {
    if (wasActive.current && !isActive) void refreshDeliverables(queryClient, engagementId);
    wasActive.current = isActive;
  }, [isActive, queryClient, engagementId]);
  return { runId: data?.runId ?? undefined, isActive };
}

/** Reads again what a run may have changed: nearly everything except the session and the plan. */
export function refreshAfterRun(queryClient: QueryClient, engagementId: string): Promise<void> {
  const isOther = (id: unknown) => typeof id === 'string' && id !== engagementId;
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [record, part, id] }) =>
      record !== 'session' &&
      record !== 'agents' &&
      part !== 'plan' &&
      !(record === 'engagements' && part !== 'list' && isOther(id)),
  });
}

/**
 * Reads again the records that the start of a run changes: its status first, then the deliverables.
 */
export async function refreshAfterStart(
  queryClient: QueryClient,
  engagementId: string,
): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: runStatusQuery(engagementId).queryKey });
  await refreshDeliverables(queryClient, engagementId);
}
