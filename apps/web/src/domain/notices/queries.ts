import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const pollMs = 60_000;

/** The service counts up to this number of unread notices (NOT-3). */
export const countedAtMost = 100;

/** The number of the user's unread notices. All query keys of notices begin with `notices`. */
export const unreadNoticesQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) => (await api.listNotices({ unread: true, limit: 1 }, { signal })).unread,
  refetchInterval: pollMs,
});
