import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';

const pollMs = 60_000;
const pageSize = 50;

/** The service counts up to this number of unread notices (NOT-3). */
export const countedAtMost = 100;

/** The number of the user's unread notices. All query keys of notices begin with `notices`. */
export const unreadNoticesQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) => (await api.listNotices({ unread: true, limit: 1 }, { signal })).unread,
  refetchInterval: pollMs,
});

/** The inbox, newest notice first, page by page: all notices, or the unread ones. It also counts the unread ones. */
export const noticesQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['notices', 'list', { unread }],
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal, client }) {
      const input = { unread, limit: pageSize, cursor: pageParam };
      const { data, headers } = await api.request('listNotices', input, { signal });
      client.setQueryData(unreadNoticesQuery.queryKey, data.unread);
      return { notices: data.notices, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : pollMs),
  });
