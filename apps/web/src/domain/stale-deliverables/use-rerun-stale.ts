import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { refreshAfterStart } from '../runs/refresh-after-start.ts';

/** Starts the rerun of all stale deliverables of an engagement. The caller shows the error. */
export function useRerunStale(engagementId: string, onStarted?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn: () => api.rerunStale({ id: engagementId }),
    async onSuccess(started) {
      onStarted?.();
      showDoneToast(reviewTexts.stale.started(started.tasks.length));
      await refreshAfterStart(queryClient, engagementId);
    },
  });
}
