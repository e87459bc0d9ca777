import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { QueueItem, QueueKind } from '@ecp/contract/work/queue';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';

export type { QueueItem, QueueKind };

/** The filters of the queue. */
export interface QueueFilter {
  /** The value `all` adds the items that wait for others (QUE-2). */
  scope?: 'all' | undefined;
  kind?: QueueKind | undefined;
}

const pageSize = 50;
const pollMs = 60_000;

/** The items that wait, oldest first, page by page (QUE-1). All query keys of the queue begin with `queue`. */
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

/** The numbers of what waits by kind, for the caller or with `all` for everybody (QUE-3). */
export const queueCountQuery = (scope?: 'all') =>
  queryOptions({
    queryKey: ['queue', 'count', scope ?? 'mine'],
    refetchInterval: pollMs,
    queryFn: ({ signal }) => api.countQueue({ scope }, { signal }),
  });

/** Adds up what waits. */
export const sumOf = ({ reviews, questions, comments, failed }: WaitingCounts): number =>
  reviews + questions + comments + failed;
