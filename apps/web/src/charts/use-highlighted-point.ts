import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { findNearest, type Plot } from './line-plot.ts';
import type { LinePoint } from './line-point.ts';

/** Returns the point of a chart that pointer or keys have selected, and the event listeners that the drawing needs. */
export function useHighlightedPoint(points: readonly LinePoint[], plot: Plot) {
  const [pointed, setPointed] = useState<number | null>(null);
  const leave = () => setPointed(null);
  return {
    point: pointed === null ? undefined : points[pointed],
    listeners: {
      onPointerMove: ({ currentTarget, clientX }: PointerEvent) =>
        setPointed(findNearest(points, plot, clientX - currentTarget.getBoundingClientRect().left)),
      onPointerLeave: leave,
      onBlur: leave,
      onKeyDown(event: KeyboardEvent) {
        const next = stepTo(event.key, pointed, points.length - 1);
        if (next === undefined) return;
        event.preventDefault();
        setPointed(next);
      },
    },
  };
}

/** Returns the index after a key press, null for none; undefined if the key does nothing. */
function stepTo(key: string, from: number | null, last: number): number | null | undefined {
  if (key === 'ArrowRight') return from === null ? 0 : Math.min(last, from + 1);
  if (key === 'ArrowLeft') return from === null ? last : Math.max(0, from - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return key === 'Escape' && from !== null ? null : undefined;
}
