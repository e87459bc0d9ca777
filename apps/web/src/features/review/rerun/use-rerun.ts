import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { useRunEvents } from '../../../live/use-run-events.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { showDoneToast, showErrorToast } from '../../../ui/toasts/tell.ts';
import { refreshDeliverables } from '../../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../../domain/deliverables/version-props.ts';
import { useStartedRerun } from './started-rerun.ts';
import { runStatusQuery } from '../../../domain/runs/queries.ts';
import { useIsUnmounted } from '../../../ui/use-is-unmounted.ts';

/** Whoever comes back later than this after its end is not led away from what they opened. */
const recentMs = 120_000;

/** A rerun of one deliverable that was started here: when its new version is there, the page shows what changed. */
export function useRerun({ engagementId, filename, version }: VersionProps, latestVersion: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [started, setStarted] = useStartedRerun({ engagementId, filename });
  const isLeft = useIsUnmounted();
  const start = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.rerunDeliverable({ id: engagementId, filename }),
    onSuccess({ runId }) {
      setStarted({ runId, from: version });
      return queryClient.invalidateQueries({ queryKey: runStatusQuery(engagementId).queryKey });
    },
    onError(error) {
      // Nobody would learn of it: the dialog that shows errors is gone.
      if (isLeft.current) showErrorToast(error);
    },
  });
  const { projection, connection } = useRunEvents(engagementId, started?.runId);
  const outcome = projection.status === 'completed' || projection.status === 'failed' ? projection.status : null;
  const from = started?.from ?? version;
  const isReady = started !== null && outcome === 'completed' && latestVersion > from;
  useEffect(() => {
    if (outcome !== null) void refreshDeliverables(queryClient, engagementId);
  }, [outcome, queryClient, engagementId]);
  const isReplaced = started !== null && connection === 'superseded';
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once, when a newer run is found in its place.
  useEffect(() => {
    if (!isReplaced) return;
    setStarted(null);
    void refreshDeliverables(queryClient, engagementId);
  }, [isReplaced]);
  const endedAt = projection.endedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once, when the version is there.
  useEffect(() => {
    if (!isReady) return;
    setStarted(null);
    if (endedAt !== null && Date.now() - Date.parse(endedAt) > recentMs) return;
    showDoneToast(reviewTexts.rerun.ready(latestVersion));
    void navigate({
      to: '/engagements/$engagementId/deliverables/$filename/compare',
      params: { engagementId, filename },
      search: { from: String(from), to: String(latestVersion) },
    });
  }, [isReady]);
  return {
    start,
    /** What the run has told so far; null when none was started here. */
    projection: started ? projection : null,
    failure: started && outcome === 'failed' ? (projection.error ?? '') : null,
    forget: () => setStarted(null),
  };
}

export type Rerun = ReturnType<typeof useRerun>;
