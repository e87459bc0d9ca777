import type { LinePoint } from './line-point.ts';

/** Where the values of a chart with lines stand, in pixels of its drawing. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  toX: (x: number) => number;
  toY: (y: number) => number;
}

interface PlotSize {
  widthPx: number;
  heightPx: number;
  /** Letters of the longest word at the left axis. */
  labelLength: number;
}

const letterPx = 7;
const round = (px: number) => Math.round(px * 10) / 10;

/** Lays out a drawing whose left axis goes from 0 to `highest`, its lower one from the first moment to the last. */
export function makePlot(points: readonly LinePoint[], highest: number, size: PlotSize): Plot {
  const [left, right] = [size.labelLength * letterPx + 8, Math.max(1, size.widthPx - 12)];
  const [top, bottom] = [12, size.heightPx - 26];
  const first = points[0]?.x ?? 0;
  const span = (points.at(-1)?.x ?? 0) - first;
  return {
    left,
    right,
    top,
    bottom,
    toX: (x) => round(left + (span > 0 ? (x - first) / span : 0) * (right - left)),
    toY: (y) => round(bottom - (y / highest) * (bottom - top)),
  };
}

/** One line as the path of an SVG; it breaks where it has no value, and a stepped one holds each value until the next. */
export function drawLine(points: readonly LinePoint[], line: number, plot: Plot, stepped: boolean): string {
  let isDrawing = false;
  const parts = points.map(({ x, values }) => {
    const value = values[line] ?? null;
    const wasDrawing = isDrawing;
    isDrawing = value !== null;
    if (value === null) return '';
    const [toX, toY] = [plot.toX(x), plot.toY(value)];
    if (!wasDrawing) return `M${toX} ${toY}`;
    return stepped ? `H${toX}V${toY}` : `L${toX} ${toY}`;
  });
  return parts.join('');
}

/** Moments for the lower axis, evenly from the first to the last, as many as have room for words of that length. */
export function chooseMoments(points: readonly LinePoint[], plot: Plot, labelLength: number): number[] {
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  if (first === last) return [first];
  const fitting = Math.floor((plot.right - plot.left) / (labelLength * letterPx + 40));
  const steps = Math.min(5, Math.max(1, fitting));
  return Array.from({ length: steps + 1 }, (_, index) => first + ((last - first) * index) / steps);
}

/** Which point is nearest to a place, from left to right. */
export function findNearest(points: readonly LinePoint[], plot: Plot, xPx: number): number {
  const distances = points.map(({ x }) => Math.abs(plot.toX(x) - xPx));
  return distances.indexOf(Math.min(...distances));
}
