import { type RefObject, useLayoutEffect, useState } from 'react';
import type { PlacedComment } from './place-comments.ts';

/** Something that stands beside a passage. */
export interface Anchored extends Pick<PlacedComment, 'ranges'> {
  key: string;
}

/**
 * Returns by key how far below the top of an element each passage begins, in px, as often as the text changes its size.
 * @param frame an element that begins where the margin does
 */
export function useAnchors(
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
      const next = new Map(placed.map(({ key, ranges: [first] }) => [key, Math.round(topOf(first) - top)]));
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
