import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

interface VirtualListProps<T> {
  /** Also names its place in the history: whoever comes back finds it scrolled as it was. */
  label: string;
  items: readonly T[];
  itemKey: (item: T) => string;
  /** Height of every row; with `growing`, of one that is closed. */
  rowHeightPx: number;
  /** Rows have heights of their own, which change as parts of them open. */
  growing?: boolean;
  renderItem: (item: T) => ReactNode;
  /** Called when the last rows come into view. */
  onEndReached?: (() => void) | undefined;
  /** Whether rows are still to come: their number is not known then. */
  hasMore?: boolean | undefined;
  className?: string | undefined;
}

/** Rows before the last one at which more are asked for: two screens of them. */
const aheadRows = 30;

/** A list of any length: only what is in view is in the page. Rows hold a link or button each, so that it scrolls by Tab. */
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
  // The hairline below the last row falls under the frame around the list.
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
