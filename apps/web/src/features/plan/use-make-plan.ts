import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { planQuery, requestPlan } from '../../domain/plans/queries.ts';

/** Requests a plan. A user who leaves the page and returns sees its progress, or why it failed. */
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
    /** Start time of the active request; undefined if there is none. */
    startedMs: last?.status === 'pending' ? last.submittedAt : undefined,
    error: last?.error,
    mutate: () => make.mutate(),
  };
}
