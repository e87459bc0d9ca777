import { scaleLinear } from '@visx/scale';
import type { LinePoint } from './line-point.ts';

/** Where the values of a chart with lines stand, in pixels of its drawing. */
export type Plot = ReturnType<typeof makePlot>;

interface PlotSize {
  widthPx: number;
  heightPx: number;
}

const letterPx = 7;
/** Steps of the left axis, about. */
export const yTicks = 4;

/**
 * Lays out a drawing whose left axis goes from 0 to a round value above `highest`, its lower one from the first moment to
 * the last. `formatY` writes the values at the left, which need room.
 */
export function makePlot(
  points: readonly LinePoint[],
  highest: number,
  formatY: (y: number) => string,
  { widthPx, heightPx }: PlotSize,
) {
  const [top, bottom] = [12, heightPx - 26];
  const y = scaleLinear<number>({ domain: [0, highest || 1], range: [bottom, top], nice: yTicks });
  const longest = Math.max(...y.ticks(yTicks).map((tick) => formatY(tick).length));
  const [left, right] = [longest * letterPx + 8, Math.max(1, widthPx - 12)];
  const x = scaleLinear<number>({ domain: [points[0]?.x ?? 0, points.at(-1)?.x ?? 0], range: [left, right] });
  return { left, right, top, bottom, x, y };
}

/** Moments for the lower axis, evenly from the first to the last, as many as have room for words of that length. */
export function chooseMoments({ left, right, x }: Plot, labelLength: number): number[] {
  const [first = 0, last = 0] = x.domain();
  if (first === last) return [first];
  const fitting = Math.floor((right - left) / (labelLength * letterPx + 40));
  const steps = Math.min(5, Math.max(1, fitting));
  return Array.from({ length: steps + 1 }, (_, index) => first + ((last - first) * index) / steps);
}

/** Which point is nearest to a place, from left to right. */
export function findNearest(points: readonly LinePoint[], plot: Plot, xPx: number): number {
  const distances = points.map(({ x }) => Math.abs(plot.x(x) - xPx));
  return distances.indexOf(Math.min(...distances));
}
