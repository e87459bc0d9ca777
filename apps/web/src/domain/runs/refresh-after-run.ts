import type { QueryClient } from '@tanstack/react-query';

/** Reads anew what a run may have changed, which is nearly everything but who is signed in and what was planned. */
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
