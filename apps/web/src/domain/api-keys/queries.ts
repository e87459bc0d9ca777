import type { ApiKey } from '@ecp/contract/identity/api-keys';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The newest 1,000 keys, revoked ones included (KEY-6). */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }): Promise<ApiKey[]> => (await api.listApiKeys({}, { signal })).keys,
});
