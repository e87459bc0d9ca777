import {
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface RunSectionProps {
  title: string;
  beside?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

export function RunSection({ title, beside, tools, children }: RunSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-xl border bg-surface">
      <div className="flex flex-col gap-3 border-b px-4 py-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {beside}
        </div>
        {tools}
      </div>
      {children}
    </section>
  );
}

/** Returns whether a condition holds or has held since the component mounted. */
export function useOnceTrue(condition: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(condition);
  if (condition && !wasTrue) setWasTrue(true);
  return wasTrue;
}

interface FollowEnd {
  /** Number of items added since the user scrolled up; 0 at the end. */
  unseen: number;
  /** Whether the end stays in view. */
  follows: boolean;
  onScroll: () => void;
  toEnd: () => void;
}

/** A smaller distance counts as at the end. */
const nearPx = 24;

/**
 * Keeps the end of a growing list in view until the user scrolls up. Then it counts the new items.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  heightPx: number,
): FollowEnd {
  const [seen, setSeen] = useState<number | null>(null);
  const lastTop = useRef(0);
  const follows = seen === null;
  useLayoutEffect(() => {
    const element = scroller.current;
    // Runs again when the height changes, because rows are measured only after they are rendered.
    if (!follows || !element || heightPx === 0) return;
    element.scrollTop = element.scrollHeight;
    // The scroll event arrives later, maybe after more lines. Without this it would look like the
    // user's scrolling.
    lastTop.current = element.scrollTop;
  }, [follows, heightPx, scroller]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isUp = scrollTop < lastTop.current - 1;
    lastTop.current = scrollTop;
    if (scrollHeight - scrollTop - clientHeight < nearPx) setSeen(null);
    else if (isUp) setSeen((before) => before ?? count);
  }, [scroller, count]);
  const toEnd = useCallback(() => setSeen(null), []);
  return { unseen: seen === null ? 0 : Math.max(0, count - seen), follows, onScroll, toEnd };
}
