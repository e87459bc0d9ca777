import type { QueryClient } from '@tanstack/react-query';

/** Reads again what a run may have changed: nearly everything except the session and the plan. */
export function refreshAfterRun(queryClient: QueryClient, engagementId: string): Promise<void> {
  const isOther = (id: unknown) => typeof id === 'string' && id !== engagementId;
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [record, part, id] }) =>
      record !== 'session' &&
      record !== 'agents' &&
      part !== 'plan' &&
      !(record === 'engagements' && part !== 'list' && isOther(id)),
  });
}
