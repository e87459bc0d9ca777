import { scaleLinear } from '@visx/scale';
import type { LinePoint } from './line-point.ts';

/** Positions of the values of a line chart, in pixels. */
export type Plot = ReturnType<typeof makePlot>;

interface PlotSize {
  widthPx: number;
  heightPx: number;
}

const letterPx = 7.5;
/** Approximate number of steps on the left axis. */
export const yTicks = 4;

/**
 * Lays out a line chart. Its left axis goes from 0 to a round value above `highest`, its lower axis from the first
 * moment to the last. The labels that `formatY` returns determine the room at the left.
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

/** Chooses evenly spaced moments for the lower axis, as many as labels of `labelLength` characters have room for. */
export function chooseMoments({ left, right, x }: Plot, labelLength: number): number[] {
  const [first = 0, last = 0] = x.domain();
  if (first === last) return [first];
  const fitting = Math.floor((right - left) / (labelLength * letterPx + 40));
  const steps = Math.min(5, Math.max(1, fitting));
  return Array.from({ length: steps + 1 }, (_, index) => first + ((last - first) * index) / steps);
}

/** Returns the index of the point that is horizontally nearest to `xPx`. */
export function findNearest(points: readonly LinePoint[], plot: Plot, xPx: number): number {
  const distances = points.map(({ x }) => Math.abs(plot.x(x) - xPx));
  return distances.indexOf(Math.min(...distances));
}
