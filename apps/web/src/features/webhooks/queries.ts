import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** All endpoints with their newest attempts. The keys of all webhook queries start with `webhooks`. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) => (await api.listWebhooks({}, { signal })).webhooks,
});
