import { type ReactNode, useId } from 'react';
import type { Box } from './graph-bounds.ts';
import type { Point } from './graph-path.ts';

/** Layer for the lines of a graph, behind its nodes. */
export function GraphLines({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" width="1" height="1" className="pointer-events-none absolute overflow-visible">
      {children}
    </svg>
  );
}

interface GraphLineProps {
  /** An SVG path. */
  path: string;
  color: string;
  widthPx?: number;
  hasArrow?: boolean;
  /** Whether the line is animated in its direction. */
  flows?: boolean;
}

/** A line from one node to another. */
export function GraphLine({ path, color, widthPx = 1.25, hasArrow = false, flows = false }: GraphLineProps) {
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

/** Places its content in a box of the drawing. */
export function GraphNode({ box: { x, y, width, height }, children }: { box: Box; children: ReactNode }) {
  return (
    <div className="absolute" style={{ left: x, top: y, width, height }}>
      {children}
    </div>
  );
}

/** Centres its content on a point of a line. */
export function GraphLabel({ at, children }: { at: Point; children: ReactNode }) {
  return (
    <div className="absolute w-max -translate-x-1/2 -translate-y-1/2" style={{ left: at.x, top: at.y }}>
      {children}
    </div>
  );
}
