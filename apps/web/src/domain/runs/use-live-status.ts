import type { EngagementDetail, EngagementStatus } from '@ecp/contract/work/engagements';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { runStatusQuery } from './queries.ts';
import { refreshAfterRun } from './refresh-after-run.ts';

/**
 * The current status of an engagement, for all of its pages. When it changes, or another run starts, the data of the
 * engagement is read again.
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
