import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { LoadMoreError } from '../states/load-more-error.tsx';
import { VirtualList } from './virtual-list.tsx';

type PagedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'error'
> & { fetchNextPage: () => Promise<unknown> };

interface PagedListProps<T> {
  /** Accessible name. */
  label: string;
  /** Heads of the columns. */
  head?: ReactNode;
  /** The query whose pages have the items. */
  list: PagedQuery;
  /** The items of all pages. One that has moved to another page meanwhile is listed once. */
  items: readonly T[];
  /** Identifies an item. The same function at each render. */
  itemKey: (item: T) => string;
  rowHeightPx: number;
  renderItem: (item: T) => ReactNode;
  /** A new one resets the scroll position. */
  resetKey: string;
  /** The words that a screen reader announces. */
  texts: { loadingMore: string; shown: (count: number, more: boolean) => string };
}

/** A framed list of any length that loads its next page on scrolling. */
export function PagedList<T>(props: PagedListProps<T>) {
  const { label, head, list, items, itemKey, rowHeightPx, renderItem, resetKey, texts } = props;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    // After a failure only the user retries, because automatic retries would never end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const once = useMemo(() => [...new Map(items.map((item) => [itemKey(item), item])).values()], [items, itemKey]);
  return (
    <div className="overflow-hidden rounded-xl border" aria-busy={list.isPlaceholderData}>
      {head}
      <VirtualList
        key={resetKey}
        label={label}
        items={once}
        itemKey={itemKey}
        rowHeightPx={rowHeightPx}
        renderItem={renderItem}
        onEndReached={loadMore}
        hasMore={hasNextPage}
      />
      {isFetchNextPageError && <LoadMoreError error={list.error} onRetry={() => void fetchNextPage()} />}
      <p role="status" className="sr-only">
        {isFetchingNextPage ? texts.loadingMore : texts.shown(once.length, hasNextPage)}
      </p>
    </div>
  );
}
