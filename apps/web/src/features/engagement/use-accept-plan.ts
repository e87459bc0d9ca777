import type { TaskConfiguration } from '@ecp/contract/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { tellDone } from '../../ui/toasts.tsx';

/** Makes the plan, as it is or with these tasks, the tasks of the engagement (contract, 4). */
export function useAcceptPlan(engagementId: string, showsError = false) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError },
    mutationFn: (tasks: TaskConfiguration[] | undefined) =>
      api.acceptPlan({ id: engagementId, ...(tasks && { tasks }) }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['engagements'] });
      tellDone(planTexts.accepted);
    },
  });
}
