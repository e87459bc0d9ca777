import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { drawPath, type Point } from '../../charts/graph-path.ts';
import { formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics.ts';
import type { Consultations } from './run-figures.ts';

/** A line of the drawing. */
export type QuestionLineData = { asked: Consultations; points: Point[]; labelAt: Point };

/** Questions of one agent to another: the thicker, the more; their number and cost stand on the line. */
export function QuestionLine({
  id,
  data,
  markerEnd,
  sourceX,
  sourceY,
  targetX,
  targetY,
}: EdgeProps<Edge<QuestionLineData>>) {
  if (!data) return null;
  const { asked, points, labelAt } = data;
  return (
    <>
      <BaseEdge
        id={id}
        path={drawLine({ x: sourceX, y: sourceY }, labelAt, { x: targetX, y: targetY }) ?? drawPath(points)}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        style={{ stroke: 'var(--line-strong)', strokeWidth: 1 + Math.min(4, asked.count) * 0.5 }}
      />
      <EdgeLabelRenderer>
        <span
          className="figures absolute rounded-md bg-surface px-1.5 text-muted text-xs"
          style={{ transform: `translate(-50%, -50%) translate(${labelAt.x}px, ${labelAt.y}px)` }}
        >
          {analyticsTexts.consultations.edge(asked.count, asked.cost === null ? null : formatUsd(asked.cost))}
        </span>
      </EdgeLabelRenderer>
    </>
  );
}

/** From side to side through the label's place; null where the line leads back, against the direction of the drawing. */
function drawLine(from: Point, over: Point, to: Point): string | null {
  if (from.x >= over.x || over.x >= to.x) return null;
  const [before, after] = [(from.x + over.x) / 2, (over.x + to.x) / 2];
  return `M ${from.x} ${from.y} C ${before} ${from.y} ${before} ${over.y} ${over.x} ${over.y} C ${after} ${over.y} ${after} ${to.y} ${to.x} ${to.y}`;
}
