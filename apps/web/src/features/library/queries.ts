import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';

const pageSize = 100;

/** The library entries, newest first, in pages (INS-2). */
export const libraryQuery = infiniteQueryOptions({
  queryKey: ['library', 'list'],
  initialPageParam: undefined as string | undefined,
  async queryFn({ pageParam, signal }) {
    const { data, headers } = await api.request('listLibrary', { limit: pageSize, cursor: pageParam }, { signal });
    return { entries: data.entries, next: nextCursor(headers) };
  },
  getNextPageParam: ({ next }) => next,
});
