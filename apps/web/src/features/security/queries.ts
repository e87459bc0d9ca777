import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The person's passkeys in this workspace, oldest first (SFA-3). */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await api.listPasskeys({}, { signal })).passkeys,
});

/** The workspace's policies (SFA-11). */
export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => api.getPolicies({}, { signal }),
});
