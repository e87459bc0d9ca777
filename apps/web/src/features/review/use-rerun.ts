import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { useRunEvents } from '../../live/use-run-events.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { tellDone } from '../../ui/toasts.tsx';
import { refreshDeliverables } from '../deliverables/queries.ts';
import type { VersionProps } from './review-props.ts';
import { runStatusQuery } from './use-engagement-run.ts';

/** A rerun of one deliverable that was started here: when its new version is there, the page shows what changed. */
export function useRerun({ engagementId, filename, version }: VersionProps, latestVersion: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [started, setStarted] = useState<{ runId: string; from: number } | null>(null);
  const start = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.rerunDeliverable({ id: engagementId, filename }),
    onSuccess({ runId }) {
      setStarted({ runId, from: version });
      return queryClient.invalidateQueries({ queryKey: runStatusQuery(engagementId).queryKey });
    },
  });
  const { picture } = useRunEvents(engagementId, started?.runId);
  const outcome = picture.status === 'completed' || picture.status === 'failed' ? picture.status : null;
  const from = started?.from ?? version;
  const isReady = started !== null && outcome === 'completed' && latestVersion > from;
  useEffect(() => {
    if (outcome !== null) void refreshDeliverables(queryClient, engagementId);
  }, [outcome, queryClient, engagementId]);
  useEffect(() => {
    if (!isReady) return;
    setStarted(null);
    tellDone(reviewTexts.rerun.ready(latestVersion));
    void navigate({
      to: '/engagements/$engagementId/deliverables/$filename/compare',
      params: { engagementId, filename },
      search: { from: String(from), to: String(latestVersion) },
    });
  }, [isReady, latestVersion, from, engagementId, filename, navigate]);
  return {
    start,
    /** What the run has told so far; null when none was started here. */
    picture: started ? picture : null,
    failure: started && outcome === 'failed' ? (picture.error ?? '') : null,
    forget: () => setStarted(null),
  };
}

export type Rerun = ReturnType<typeof useRerun>;
