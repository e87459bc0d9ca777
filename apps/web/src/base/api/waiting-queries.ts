import type { ReadNoticesBody } from '@ecp/contract/reach/notices';
import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { QueueItem, QueueKind } from '@ecp/contract/work/queue';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, nextCursor } from './client.ts';

export type { QueueItem, QueueKind };

export interface QueueFilter {
  /** The value `all` adds the items that wait for others. */
  scope?: 'all' | undefined;
  kind?: QueueKind | undefined;
}

const pageSize = 50;
const pollMs = 60_000;

/**
 * The items that wait, oldest first, page by page. All query keys of the queue begin with `queue`.
 */
export const queueQuery = ({ scope, kind }: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: ['queue', 'list', { scope, kind }],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }) {
      const input = { scope, kind, limit: pageSize, cursor: pageParam };
      const { data, headers } = await api.request('listQueue', input, { signal });
      return { items: data.items, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
    // Whoever comes back has just dealt with something.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : pollMs),
  });

/** The numbers of what waits by kind, for the caller or with `all` for everybody. */
export const queueCountQuery = (scope?: 'all') =>
  queryOptions({
    queryKey: ['queue', 'count', scope ?? 'mine'],
    refetchInterval: pollMs,
    queryFn: ({ signal }) => api.countQueue({ scope }, { signal }),
  });

export const sumOf = ({ reviews, questions, comments, failed }: WaitingCounts): number =>
  reviews + questions + comments + failed;

/** The service counts up to this number of unread notices. */
export const countedAtMost = 100;

/** The number of the user's unread notices. All query keys of notices begin with `notices`. */
export const unreadNoticesQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) =>
    (await api.listNotices({ unread: true, limit: 1 }, { signal })).unread,
  refetchInterval: pollMs,
});

/**
 * Marks notices as read. `isQuiet`: a failure is not shown, because the next opening marks them.
 */
export function useReadNotices(isQuiet: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: isQuiet },
    mutationFn: (which: ReadNoticesBody) => api.readNotices(which),
    async onSuccess({ unread }) {
      // The response of an earlier request would count the notices again.
      await queryClient.cancelQueries(unreadNoticesQuery);
      queryClient.setQueryData(unreadNoticesQuery.queryKey, unread);
      await queryClient.invalidateQueries({ queryKey: ['notices', 'list'] });
    },
  });
}

/** The notices that say no more than an open page: all that match each given field. */
type NoticeScope = Pick<ReadNoticesBody, 'filename' | 'kinds'> & { engagementId: string };

/**
 * Marks the notices of a page as read when it opens. Later ones stay unread, as the person may have
 * left the screen.
 */
export function useReadOnOpen(told: NoticeScope): void {
  const { mutate } = useReadNotices(true);
  const which = JSON.stringify(told);
  useEffect(() => mutate(JSON.parse(which) as NoticeScope), [mutate, which]);
}
