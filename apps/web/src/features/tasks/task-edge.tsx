import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import { drawPath, type Point } from '../../charts/graph-path.ts';

/** A line from a task to one that waits for it, on the way that the layout found. */
export type GraphEdge = Edge<{ points: Point[] }, 'way'>;

/** Draws it. */
export function TaskEdge({ data, style, markerEnd }: EdgeProps<GraphEdge>) {
  return (
    <BaseEdge
      path={drawPath(data?.points ?? [])}
      interactionWidth={0}
      {...(style && { style })}
      {...(markerEnd && { markerEnd })}
    />
  );
}
