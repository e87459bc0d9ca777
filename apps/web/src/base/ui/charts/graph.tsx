import { type ReactNode, useId, useRef } from 'react';
import { ScrollBox } from '../layout/table.tsx';
import { useWidth } from '../screen.ts';

interface GraphViewProps {
  bounds: Box;
  /** Height of the view. A larger drawing scrolls. */
  heightPx: number;
  /** Smallest zoom at which the drawing is made to fit. */
  leastZoom: number;
  children: ReactNode;
}

/** Space around a graph in its view. */
export const graphMarginPx = 14;

/**
 * Shows a graph whose lines and nodes have their positions. The graph is scaled to fit, or scrolls.
 */
export function GraphView({ bounds, heightPx, leastZoom, children }: GraphViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const whole = Math.min(
    (widthPx - 2 * graphMarginPx) / bounds.width,
    (heightPx - 2 * graphMarginPx) / bounds.height,
  );
  const zoom = Math.max(leastZoom, Math.min(1, whole));
  return (
    <div ref={frame} className="relative size-full">
      <ScrollBox className="flex size-full overflow-y-auto">
        <div
          className="relative m-auto box-content shrink-0"
          style={{
            width: bounds.width * zoom,
            height: bounds.height * zoom,
            padding: graphMarginPx,
          }}
        >
          <div
            className="absolute origin-top-left"
            style={{ transform: `scale(${zoom}) translate(${-bounds.x}px, ${-bounds.y}px)` }}
          >
            {children}
          </div>
        </div>
      </ScrollBox>
    </div>
  );
}

export function GraphLines({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="1"
      height="1"
      className="pointer-events-none absolute overflow-visible"
    >
      {children}
    </svg>
  );
}

interface GraphLineProps {
  path: string;
  color: string;
  widthPx?: number;
  hasArrow?: boolean;
  /** Whether the line is animated in its direction. */
  flows?: boolean;
}

export function GraphLine({
  path,
  color,
  widthPx = 1.25,
  hasArrow = false,
  flows = false,
}: GraphLineProps) {
  const arrow = useId();
  return (
    <>
      {hasArrow && (
        <marker
          id={arrow}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="9"
          markerHeight="9"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M 1 1 L 9 5 L 1 9 Z" fill={color} />
        </marker>
      )}
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={widthPx}
        className={flows ? 'animate-flow' : undefined}
        {...(hasArrow && { markerEnd: `url(#${arrow})` })}
      />
    </>
  );
}

export function GraphNode({
  box: { x, y, width, height },
  children,
}: {
  box: Box;
  children: ReactNode;
}) {
  return (
    <div className="absolute" style={{ left: x, top: y, width, height }}>
      {children}
    </div>
  );
}

export function GraphLabel({ at, children }: { at: Point; children: ReactNode }) {
  return (
    <div
      className="absolute w-max -translate-x-1/2 -translate-y-1/2"
      style={{ left: at.x, top: at.y }}
    >
      {children}
    </div>
  );
}

export interface Point {
  x: number;
  y: number;
}

/** Returns the SVG path of a smooth line that bends at each inner point. */
export function drawPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const bends = rest.slice(0, -1).map(({ x, y }, index) => {
    const next = rest[index + 1] ?? last;
    const end = index === rest.length - 2 ? next : { x: (x + next.x) / 2, y: (y + next.y) / 2 };
    return `Q ${x} ${y} ${end.x} ${end.y}`;
  });
  return [
    `M ${first.x} ${first.y}`,
    ...(bends.length === 0 ? [`L ${last.x} ${last.y}`] : bends),
  ].join(' ');
}

/**
 * Returns a curve that starts and ends horizontally, to the right or, with `back`, to the left, and
 * its middle.
 */
export function drawCurve(from: Point, to: Point, back: boolean): { path: string; middle: Point } {
  const direction = back ? -1 : 1;
  const distance = direction * (to.x - from.x);
  // A curve against its direction swings outwards, by the square root of the distance.
  const bend = direction * (distance >= 0 ? distance / 2 : 6 * Math.sqrt(-distance));
  const [leaving, arriving] = [from.x + bend, to.x - bend];
  return {
    path: `M ${from.x} ${from.y} C ${leaving} ${from.y} ${arriving} ${to.y} ${to.x} ${to.y}`,
    middle: { x: (from.x + to.x + 3 * (leaving + arriving)) / 8, y: (from.y + to.y) / 2 },
  };
}

/**
 * Returns the SVG path of a line that bends from the first point to the second, runs straight to
 * the third, bends to the fourth, and so on. It leaves and arrives in the direction of reading.
 */
export function drawLanes(points: readonly Point[], direction: 'right' | 'down'): string {
  const steps = points.slice(1).map(({ x, y }, index) => {
    const from = points[index] ?? { x, y };
    if (index % 2 === 1) return `L ${x} ${y}`;
    const middle = direction === 'right' ? (from.x + x) / 2 : (from.y + y) / 2;
    return direction === 'right'
      ? `C ${middle} ${from.y} ${middle} ${y} ${x} ${y}`
      : `C ${from.x} ${middle} ${x} ${middle} ${x} ${y}`;
  });
  const [first] = points;
  return first ? [`M ${first.x} ${first.y}`, ...steps].join(' ') : '';
}

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
