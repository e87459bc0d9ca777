import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { planQuery, requestPlan } from './queries.ts';

/** Has the engagement planned. It counts as under way also for who has left the page and comes back meanwhile. */
export function useMakePlan(engagementId: string) {
  const queryClient = useQueryClient();
  const mutationKey = ['plan', engagementId];
  const underWay = useIsMutating({ mutationKey }) > 0;
  const make = useMutation({
    mutationKey,
    meta: { showsError: true },
    mutationFn: () => requestPlan(engagementId),
    onSuccess: (plan) => queryClient.setQueryData(planQuery(engagementId).queryKey, plan),
  });
  return { isPending: underWay, error: make.error, mutate: () => make.mutate() };
}
