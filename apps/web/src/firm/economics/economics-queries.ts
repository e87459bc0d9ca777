import type { FirmEconomicsQuery } from '@ecp/contract/work/economics';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';

export const economicsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['economics', engagementId],
    queryFn: ({ signal }) => api.getEconomics({ id: engagementId }, { signal }),
  });

export const firmEconomicsQuery = (range: FirmEconomicsQuery) =>
  queryOptions({
    queryKey: ['economics', 'firm', range.from ?? '', range.to ?? ''],
    queryFn: ({ signal }) => api.getFirmEconomics(range, { signal }),
  });
