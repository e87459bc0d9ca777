import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';
import { unreadNoticesQuery } from '../../domain/notices/queries.ts';

/** The open inbox reads its notices at this interval, so that a new one appears soon. */
const pollMs = 10_000;
const pageSize = 50;

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
