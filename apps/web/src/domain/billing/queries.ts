import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/**
 * Billing plan, subscription and usage, for the owner only (BIL-1, BIL-7). Its requests count in the strictest tier.
 */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api.getBilling({}, { signal }),
});
