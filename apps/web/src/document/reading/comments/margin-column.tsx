import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../../base/ui/class-names.ts';
import { type PlacedComment, showHighlights } from '../../../shared/comments/placed-comments.ts';

export interface MarginEntry extends Anchored {
  /** Its height until it has been shown. */
  estimatedPx: number;
}

interface MarginColumnProps<E extends MarginEntry> {
  label: string;
  article: RefObject<HTMLElement | null>;
  /** In the order of their passages. */
  entries: readonly E[];
  /** Key of the entry that is exactly at its passage; null without one. */
  active: string | null;
  /** Space between two entries. */
  gapPx?: number;
  render: (entry: E) => ReactNode;
  className?: string | undefined;
}

/**
 * Shows entries beside their passages without overlaps. Only those near the window are rendered.
 */
export function MarginColumn<E extends MarginEntry>(props: MarginColumnProps<E>) {
  const { label, article, entries, active, gapPx = 8, render, className } = props;
  const frame = useRef<HTMLElement>(null);
  const anchors = useAnchors(article, frame, entries);
  const { heights, measure } = useHeights();
  // An entry that is new has a place as soon as it is measured, before the page is painted.
  const shown = useMemo(() => entries.filter(({ key }) => anchors.has(key)), [entries, anchors]);
  const items = useMemo(
    () =>
      shown.map(({ key, estimatedPx }) => ({
        anchorPx: anchors.get(key) ?? 0,
        heightPx: heights.get(key) ?? estimatedPx,
      })),
    [shown, anchors, heights],
  );
  const tops = useMemo(
    () =>
      layOutMargin(
        items,
        shown.findIndex(({ key }) => key === active),
        gapPx,
      ),
    [items, shown, active, gapPx],
  );
  const near = useNear(frame);
  const endPx = (tops.at(-1) ?? 0) + (items.at(-1)?.heightPx ?? 0);
  return (
    <section
      ref={frame}
      aria-label={label}
      className={classNames('relative', className)}
      style={{ minHeight: endPx }}
    >
      {shown.map((entry, index) => {
        const top = tops[index] ?? 0;
        const isNear = top < near.end && top + (items[index]?.heightPx ?? 0) > near.start;
        if (!isNear && entry.key !== active) return null;
        return (
          <div
            key={entry.key}
            ref={measure}
            data-key={entry.key}
            style={{ transform: `translateY(${top}px)` }}
            className="absolute inset-x-0 top-0 transition-transform duration-150 motion-reduce:transition-none"
          >
            {render(entry)}
          </div>
        );
      })}
    </section>
  );
}

/** Measures elements by their `data-key` while they are shown. */
function useHeights() {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [observer] = useState(
    () =>
      new ResizeObserver((seen) => {
        setHeights((known) => {
          const next = new Map(known);
          for (const { target } of seen) {
            const { dataset, offsetHeight } = target as HTMLElement;
            if (offsetHeight > 0) next.set(dataset['key'] ?? '', offsetHeight);
          }
          return [...next].every(([key, height]) => known.get(key) === height) ? known : next;
        });
      }),
  );
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      observer.observe(element);
      return () => observer.unobserve(element);
    },
    [observer],
  );
  return { heights, measure };
}

interface Near {
  start: number;
  end: number;
}

function useNear(frame: RefObject<HTMLElement | null>): Near {
  const [near, setNear] = useState<Near>({ start: 0, end: innerHeight * 2 });
  useEffect(() => {
    let request = 0;
    const read = () => {
      const top = frame.current?.getBoundingClientRect().top ?? 0;
      // In steps, so that not every frame of a scroll renders.
      const step = innerHeight / 2;
      const start = Math.floor((-top - innerHeight) / step) * step;
      const end = start + innerHeight * 3 + step;
      setNear((known) => (known.start === start && known.end === end ? known : { start, end }));
    };
    const plan = () => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(read);
    };
    read();
    addEventListener('scroll', plan, { passive: true });
    addEventListener('resize', plan);
    return () => {
      cancelAnimationFrame(request);
      removeEventListener('scroll', plan);
      removeEventListener('resize', plan);
    };
  }, [frame]);
  return near;
}

interface Anchored extends Pick<PlacedComment, 'ranges'> {
  key: string;
}

/** Returns by key how far below the top of `frame` each passage begins, in px. */
function useAnchors(
  article: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  placed: readonly Anchored[],
): ReadonlyMap<string, number> {
  const [anchors, setAnchors] = useState<ReadonlyMap<string, number>>(new Map());
  useLayoutEffect(() => {
    const [text, margin] = [article.current, frame.current];
    if (!text || !margin) return;
    const measure = () => {
      const { top } = margin.getBoundingClientRect();
      const next = new Map(
        placed.map(({ key, ranges: [first] }) => [key, Math.round(topOf(first) - top)]),
      );
      setAnchors((known) => (isSame(known, next) ? known : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(text);
    measure();
    return () => observer.disconnect();
  }, [article, frame, placed]);
  return anchors;
}

/** The first line of a passage. Its whole box may begin in a table's earlier row. */
const topOf = (range: Range) => (range.getClientRects()[0] ?? range.getBoundingClientRect()).top;

const isSame = (known: ReadonlyMap<string, number>, next: ReadonlyMap<string, number>) =>
  known.size === next.size && [...next].every(([key, top]) => known.get(key) === top);

/** A thread of the margin: the place of its passage, and its height. */
interface MarginItem {
  anchorPx: number;
  heightPx: number;
}

/** Threads that touch each other, and move together. */
interface Block {
  first: number;
  count: number;
  heightPx: number;
  /** Sum of the tops that the threads would like for the block. */
  wishesPx: number;
}

/**
 * Lays out threads beside their passages without overlaps, in order: the sum of the squared
 * distances from their passages is as small as it can be. With an active thread, that one stands at
 * its passage, and the others make room. Nothing stands above 0.
 * @param items in the order of their passages
 * @param active index of the active thread; -1 without one
 * @returns the top of each thread in px
 */
export function layOutMargin(
  items: readonly MarginItem[],
  active: number,
  gapPx: number,
): number[] {
  const tops = settle(items, gapPx);
  const chosen = items[active];
  if (!chosen) return tops;
  tops[active] = Math.max(0, chosen.anchorPx);
  const heightOf = (index: number) => (items[index]?.heightPx ?? 0) + gapPx;
  for (let index = active - 1; index >= 0; index -= 1) {
    tops[index] = Math.min(tops[index] ?? 0, (tops[index + 1] ?? 0) - heightOf(index));
  }
  let lowest = 0;
  for (const [index, top] of tops.entries()) {
    tops[index] = Math.max(top, lowest);
    lowest = (tops[index] ?? 0) + heightOf(index);
  }
  return tops;
}

/**
 * Joins neighbours that would overlap into blocks, each at the mean of the places that its threads
 * would like.
 */
function settle(items: readonly MarginItem[], gapPx: number): number[] {
  const blocks: Block[] = [];
  for (const [index, { anchorPx, heightPx }] of items.entries()) {
    let block: Block = { first: index, count: 1, heightPx: heightPx + gapPx, wishesPx: anchorPx };
    for (
      let above = blocks.at(-1);
      above && bottomOf(above) > topOfBlock(block);
      above = blocks.at(-1)
    ) {
      blocks.pop();
      block = join(above, block);
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ first, count, ...block }) => {
    let top = topOfBlock({ first, count, ...block });
    return items.slice(first, first + count).map(({ heightPx }) => {
      top += heightPx + gapPx;
      return top - heightPx - gapPx;
    });
  });
}

const topOfBlock = ({ wishesPx, count }: Block) => Math.max(0, wishesPx / count);
const bottomOf = (block: Block) => topOfBlock(block) + block.heightPx;

const join = (above: Block, below: Block): Block => ({
  first: above.first,
  count: above.count + below.count,
  heightPx: above.heightPx + below.heightPx,
  wishesPx: above.wishesPx + below.wishesPx - above.heightPx * below.count,
});

/**
 * Highlights passages near the window only: the browser paints every mark again with each letter
 * that is typed.
 */
export function useHighlights(
  placed: readonly Pick<PlacedComment, 'ranges'>[],
  active: readonly Range[],
): void {
  useEffect(() => {
    let frame = 0;
    let drawnAt = Number.NEGATIVE_INFINITY;
    const draw = () => {
      if (Math.abs(scrollY - drawnAt) < innerHeight / 4) return;
      drawnAt = scrollY;
      showHighlights(
        'comment',
        nearWindow(placed).flatMap(({ ranges }) => ranges),
      );
    };
    const plan = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    };
    draw();
    addEventListener('scroll', plan, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', plan);
      showHighlights('comment', []);
    };
  }, [placed]);
  useEffect(() => {
    showHighlights('active', active);
    return () => showHighlights('active', []);
  }, [active]);
}

/**
 * Returns the placed comments near the window. It measures few of them, so that the text of a
 * thousand is not laid out.
 */
export function nearWindow<P extends Pick<PlacedComment, 'ranges'>>(placed: readonly P[]): P[] {
  const from = firstIndex(placed, ({ bottom }) => bottom >= -innerHeight / 2);
  const to = firstIndex(placed, ({ top }) => top > innerHeight * 1.5);
  return placed.slice(from, to);
}

/**
 * Returns the index of the first comment whose passage fulfils a condition that all later ones
 * fulfil.
 */
export function firstIndex<P extends Pick<PlacedComment, 'ranges'>>(
  placed: readonly P[],
  isReached: (rect: DOMRect) => boolean,
): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const rect = placed[middle]?.ranges[0].getBoundingClientRect();
    if (rect && isReached(rect)) high = middle;
    else low = middle + 1;
  }
  return low;
}
