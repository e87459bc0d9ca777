import { useEffect } from 'react';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Loads all pages of a list whose oldest entry comes first on the page. A failure ends it. */
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
