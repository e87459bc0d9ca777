import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The channels of Slack and Teams that get notices, at most twenty (NOT-11). */
export const channelsQuery = queryOptions({
  queryKey: ['notice-channels'],
  queryFn: async ({ signal }) => (await api.listNoticeChannels({}, { signal })).channels,
});
