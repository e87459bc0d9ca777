import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Company name, colour and logo (BRA-1). Every role may read them. */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => api.getBranding({}, { signal }),
});
