import type { AcceptPlanBody } from '@ecp/contract/work/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';

/** Makes the plan, as it was seen or with these tasks, the tasks of the engagement (docs/requirements/planning.md). */
export function useAcceptPlan(engagementId: string, showsError = false) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError },
    mutationFn: (input: AcceptPlanBody) => api.acceptPlan({ id: engagementId, ...input }),
    onSuccess: () => showDoneToast(planTexts.accepted),
    // Also when it is refused: a newer plan is shown then.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['engagements'] }),
  });
}
