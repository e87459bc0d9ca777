import { useEffect, useState } from 'react';

/** Rows that are drawn in one frame: the page answers keys in between. */
const stepRows = 20;

/** How many of `count` rows to draw: more with each frame, so that a long comparison never holds the page up. */
export function useIncrementalCount(count: number): number {
  const [drawn, setDrawn] = useState(stepRows);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + stepRows));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
}
