import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { layOutMargin } from './lay-out-margin.ts';
import { type Anchored, useAnchors } from './use-anchors.ts';

/** Something that stands in the margin beside a passage: a thread or the composer. */
export interface MarginEntry extends Anchored {
  /** Its height until it has been shown. */
  estimatedPx: number;
}

interface MarginColumnProps<E extends MarginEntry> {
  /** Accessible name of the column. */
  label: string;
  article: RefObject<HTMLElement | null>;
  /** In the order of their passages. */
  entries: readonly E[];
  /** Key of the entry that stands exactly at its passage; null without one. */
  active: string | null;
  /** Space between two entries. */
  gapPx?: number;
  render: (entry: E) => ReactNode;
  className?: string | undefined;
}

/**
 * Shows entries beside their passages without overlaps (CMT-16). Only those near the window are rendered, so that a
 * thousand cost no more than a few. It begins where the text does.
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
    <section ref={frame} aria-label={label} className={classNames('relative', className)} style={{ minHeight: endPx }}>
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

/** Returns which part of an element is in the window or a window's height beyond it, in px from its top. */
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
