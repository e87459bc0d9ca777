import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** A list that loads page by page. */
export type PagedList = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
> & { fetchNextPage: () => unknown };

/** Loads all pages of a list that is shown with its oldest entries first. After a failure only a person retries. */
export function useEveryPage({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: PagedList): void {
  const wants = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (wants) void fetchNextPage();
  }, [wants, fetchNextPage]);
}
