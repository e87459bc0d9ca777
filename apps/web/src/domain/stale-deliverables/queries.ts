import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/**
 * The tasks that a rerun of the stale deliverables would execute, with their price (ASK-13). The key begins like those
 * of deliverables, so that a new version or an answer prices it again.
 */
export const staleWorkQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'stale'],
    queryFn: ({ signal }) => api.getStaleWork({ id: engagementId }, { signal }),
  });
