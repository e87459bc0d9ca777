import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The person's passkeys in this workspace, oldest first (SFA-3). */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await api.listPasskeys({}, { signal })).passkeys,
});
