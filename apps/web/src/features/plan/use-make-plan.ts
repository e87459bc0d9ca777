import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { planQuery, requestPlan } from '../../domain/plans/queries.ts';

/** Has the engagement planned. Who has left the page and comes back finds it under way, or why it failed. */
export function useMakePlan(engagementId: string) {
  const queryClient = useQueryClient();
  const mutationKey = ['plan', engagementId];
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1);
  const make = useMutation({
    mutationKey,
    meta: { showsError: true },
    mutationFn: () => requestPlan(engagementId),
    onSuccess: (plan) => queryClient.setQueryData(planQuery(engagementId).queryKey, plan),
  });
  return {
    /** Since when it is under way; undefined when it is not. */
    startedMs: last?.status === 'pending' ? last.submittedAt : undefined,
    error: last?.error,
    mutate: () => make.mutate(),
  };
}
