import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

interface FollowEnd {
  /** Items that came since somebody scrolled up; 0 at the end. */
  unseen: number;
  /** Whether the end is kept in view. */
  follows: boolean;
  onScroll: () => void;
  toEnd: () => void;
}

/** Nearer than this counts as at the end. */
const nearPx = 24;

/** Keeps the end of a growing list in view, unless somebody has scrolled up; then counts what comes. */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, count: number, heightPx: number): FollowEnd {
  const [seen, setSeen] = useState<number | null>(null);
  const lastTop = useRef(0);
  const follows = seen === null;
  useLayoutEffect(() => {
    const element = scroller.current;
    // Again when the height changes: rows are measured only once they are there.
    if (!follows || !element || heightPx === 0) return;
    element.scrollTop = element.scrollHeight;
    // The event comes later, when more may have been added: what is moved here is nobody's scrolling.
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
