import type { Point } from './graph-path.ts';

/** A rectangle in a drawing, in pixels. `x` and `y` are its upper left corner. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** Returns the smallest box around boxes and points; an empty box around nothing. */
export function boundsOf(boxes: readonly Box[], points: readonly Point[] = []): Box {
  const xs = [...boxes.flatMap(({ x, width }) => [x, x + width]), ...points.map(({ x }) => x)];
  const ys = [...boxes.flatMap(({ y, height }) => [y, y + height]), ...points.map(({ y }) => y)];
  if (xs.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
