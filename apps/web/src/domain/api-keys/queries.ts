import type { ApiKey } from '@ecp/contract/api-keys';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const namedAtMost = 200;

/** The newest 1,000 keys, revoked ones included (KEY-6). */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }): Promise<ApiKey[]> => (await api.listApiKeys({}, { signal })).keys,
});

/** Names of the newest engagements by id, for records that carry ids only. */
export const engagementNamesQuery = queryOptions({
  queryKey: ['engagements', 'names'],
  async queryFn({ signal }): Promise<ReadonlyMap<string, string>> {
    const engagements = await api.listEngagements({ limit: namedAtMost, include_archived: true }, { signal });
    return new Map(engagements.map(({ id, name }) => [id, name]));
  },
});
