import { useEffect, useState } from 'react';

/** Number of rows that are rendered in one frame. The page handles input between frames. */
const stepRows = 20;

/** Returns how many of `count` rows to render. The number grows with each frame, so that the page never blocks. */
export function useIncrementalCount(count: number): number {
  const [drawn, setDrawn] = useState(stepRows);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + stepRows));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
}
