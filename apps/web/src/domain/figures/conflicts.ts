import type { Conflict } from '@ecp/contract/work/figures';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type { Conflict };

/**
 * What the sources or the latest documents of an engagement say differently, open conflicts first (contract 15). The key
 * begins like those of deliverables, so that a new version or a run reads them again.
 */
export const conflictsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'conflicts'],
    queryFn: async ({ signal }) => (await api.listConflicts({ id: engagementId }, { signal })).conflicts,
  });
