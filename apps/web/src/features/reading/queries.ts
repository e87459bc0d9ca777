import type { DeliverableCitations } from '@ecp/contract/citations';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** What the check of a version's citations found; a version never changes, so neither do they. */
export const citationsQuery = (engagementId: string, filename: string, version: number) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'citations', version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }): Promise<DeliverableCitations> =>
      api.listCitations({ id: engagementId, filename, version }, { signal }),
  });
