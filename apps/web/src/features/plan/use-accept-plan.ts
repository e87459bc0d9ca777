import type { AcceptPlanBody } from '@ecp/contract/work/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';

/** Accepts the plan, unchanged or with these tasks, as the engagement's tasks (docs/requirements/planning.md). */
export function useAcceptPlan(engagementId: string, showsError = false) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError },
    mutationFn: (input: AcceptPlanBody) => api.acceptPlan({ id: engagementId, ...input }),
    onSuccess: () => showDoneToast(planTexts.accepted),
    // Refetches even after a refusal, because there may be a newer plan.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['engagements'] }),
  });
}
