import type { QueryClient } from '@tanstack/react-query';

/** Reads anew what a run may have changed, which is nearly everything but who is signed in. */
export function refreshAfterRun(queryClient: QueryClient, engagementId: string): Promise<void> {
  const isOther = (id: unknown) => typeof id === 'string' && id !== engagementId;
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [record, part, id] }) =>
      record !== 'session' && record !== 'agents' && !(record === 'engagements' && part !== 'list' && isOther(id)),
  });
}
