import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

interface VirtualListProps<T> {
  /** Accessible name. It also identifies the scroll position in the history, which is restored on return. */
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
 * A list of any length that renders only visible rows. Each row needs a link or button, so that Tab can scroll the
 * list.
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
              style={{ height: growing ? undefined : rowHeightPx, transform: `translateY(${start}px)` }}
            >
              {renderItem(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
