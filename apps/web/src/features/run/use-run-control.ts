import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { refreshAfterRun } from '../../domain/runs/refresh-after-run.ts';

type Control = 'pauseRun' | 'resumeRun' | 'stopRun' | 'startRun';

/**
 * Pauses, resumes, stops or starts the engagement's run (RUN-3, RUN-9, RUN-10, RUN-11). A refusal appears as a toast,
 * and the state is refetched.
 */
export function useRunControl(engagementId: string, control: Control) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => void (await api[control]({ id: engagementId })),
    onSettled: () => refreshAfterRun(queryClient, engagementId),
  });
}
