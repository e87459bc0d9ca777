import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { Button } from '../buttons.tsx';
import { LoadMoreError } from '../states.tsx';

interface VirtualListProps<T> {
  /**
   * Accessible name. It also identifies the scroll position in the history, which is restored on
   * return.
   */
  label: string;
  items: readonly T[];
  itemKey: (item: T) => string;
  /** Height of every row; with `growing`, of a closed row. */
  rowHeightPx: number;
  /** Rows have individual heights, which change as rows open. */
  growing?: boolean;
  renderItem: (item: T) => ReactNode;
  /** Called when the last rows come into view. */
  onEndReached?: (() => void) | undefined;
  /** Whether more rows can be loaded, so that their number is unknown. */
  hasMore?: boolean | undefined;
  className?: string | undefined;
}

/** Distance from the last row at which more rows are requested: two screens. */
const aheadRows = 30;

/**
 * A list of any length that renders only visible rows. Each row needs a link or button for the Tab
 * key.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, itemKey, rowHeightPx, growing = false, renderItem, onEndReached } = props;
  const { hasMore = false, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const place = useElementScrollRestoration({ id: label });
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    initialOffset: place?.scrollY ?? 0,
    overscan: 12,
  });
  const rows = virtualizer.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && lastIndex >= items.length - aheadRows) onEndReached?.();
  }, [lastIndex, items.length, onEndReached]);
  // The negative margin hides the last row's border under the frame around the list.
  return (
    <div
      ref={scroller}
      data-scroll-restoration-id={label}
      className={className ?? '-mb-px max-h-[max(20rem,calc(100dvh-16rem))] overflow-y-auto'}
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={itemKey(item)}
              ref={growing ? virtualizer.measureElement : undefined}
              data-index={index}
              aria-setsize={hasMore ? -1 : items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{
                height: growing ? undefined : rowHeightPx,
                transform: `translateY(${start}px)`,
              }}
            >
              {renderItem(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface ListHeadProps<C> {
  /** Class names of the grid, which the rows share. */
  grid: string;
  columns: C;
  styles?: Partial<Record<keyof C, string>>;
}

/** The heads of a list's columns on wide screens. Rows say the same to screen readers. */
export function ListHead<C extends Readonly<Record<string, string>>>({
  grid,
  columns,
  styles,
}: ListHeadProps<C>) {
  return (
    <div aria-hidden className={`${grid} hidden h-9 border-b bg-canvas text-muted text-sm md:grid`}>
      {Object.entries(columns).map(([key, title]) => (
        <span key={key} className={styles?.[key]}>
          {title}
        </span>
      ))}
    </div>
  );
}

export type PagedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'error'
> & { fetchNextPage: () => Promise<unknown> };

interface PagedListProps<T> {
  label: string;
  head?: ReactNode;
  /** The query whose pages have the items. */
  list: PagedQuery;
  /** The items of all pages. One that has moved to another page meanwhile is listed once. */
  items: readonly T[];
  /** Identifies an item. The same function at each render. */
  itemKey: (item: T) => string;
  rowHeightPx: number;
  /** Rows have individual heights, at least `rowHeightPx`. */
  growing?: boolean;
  renderItem: (item: T) => ReactNode;
  /** A new one resets the scroll position. */
  resetKey: string;
  /** The words that a screen reader announces. */
  texts: { loadingMore: string; shown: (count: number, more: boolean) => string };
}

/**
 * Returns a function that loads the next page. After a failure only the user retries: retries would
 * never end.
 */
export function useLoadMore(list: PagedQuery): () => void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  return useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
}

/** The end of a list that loads its next page by a button; nothing after the last page. */
export function MoreButton({ list, label }: { list: PagedQuery; label: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  if (isFetchNextPageError)
    return <LoadMoreError error={error} onRetry={() => void fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {label}
    </Button>
  );
}

/** A framed list of any length that loads its next page on scrolling. */
export function PagedList<T>(props: PagedListProps<T>) {
  const {
    label,
    head,
    list,
    items,
    itemKey,
    rowHeightPx,
    growing = false,
    renderItem,
    resetKey,
    texts,
  } = props;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const loadMore = useLoadMore(list);
  const once = useMemo(
    () => [...new Map(items.map((item) => [itemKey(item), item])).values()],
    [items, itemKey],
  );
  return (
    <div className="overflow-hidden rounded-xl border" aria-busy={list.isPlaceholderData}>
      {head}
      <VirtualList
        key={resetKey}
        label={label}
        items={once}
        itemKey={itemKey}
        rowHeightPx={rowHeightPx}
        growing={growing}
        renderItem={renderItem}
        onEndReached={loadMore}
        hasMore={hasNextPage}
      />
      {isFetchNextPageError && (
        <LoadMoreError error={list.error} onRetry={() => void fetchNextPage()} />
      )}
      <p role="status" className="sr-only">
        {isFetchingNextPage ? texts.loadingMore : texts.shown(once.length, hasNextPage)}
      </p>
    </div>
  );
}
