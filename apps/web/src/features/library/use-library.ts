import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';
import { agentsQuery } from '../../domain/agents/queries.ts';
import { matchesEntry } from './matches-entry.ts';
import type { AgentNames } from './write-entry.ts';

/** Returns the matching entries and the open one. Loads further pages while they may still contain one of these. */
export function useLibrary({ q, entryId }: { q: string; entryId: string | undefined }) {
  const list = useInfiniteQuery(libraryQuery);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const agents = useNamesBySlug();
  const entries = useMemo(() => list.data?.pages.flatMap((page) => page.entries) ?? [], [list.data]);
  const shown = useMemo(
    () => (q === '' ? entries : entries.filter((entry) => matchesEntry(entry, q, agents))),
    [entries, q, agents],
  );
  const opened = entries.find(({ id }) => id === entryId);
  const loadMore = useCallback(() => {
    // After a failure only the user retries, because automatic retries would never end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  // The API can neither search nor return a single entry, so both are looked up in the pages.
  const isLooking = q !== '' || (entryId !== undefined && !opened);
  useEffect(() => {
    if (isLooking) loadMore();
  }, [isLooking, loadMore]);
  return { list, shown, opened, agents, loadMore, isEmpty: entries.length === 0 };
}

export type Library = ReturnType<typeof useLibrary>;

function useNamesBySlug(): AgentNames {
  const { data } = useQuery(agentsQuery);
  return useMemo(() => new Map(data?.map(({ slug, name }) => [slug, name])), [data]);
}

const pageSize = 100;

/** The library entries, newest first, in pages (INS-2). */
const libraryQuery = infiniteQueryOptions({
  queryKey: ['library', 'list'],
  initialPageParam: undefined as string | undefined,
  async queryFn({ pageParam, signal }) {
    const { data, headers } = await api.request('listLibrary', { limit: pageSize, cursor: pageParam }, { signal });
    return { entries: data.entries, next: nextCursor(headers) };
  },
  getNextPageParam: ({ next }) => next,
});
