import { GraphLine } from '../../charts/graph-parts.tsx';
import { drawPath, type Point } from '../../charts/graph-path.ts';
import type { ConsultationLayout } from './lay-out-consultations.ts';

/** Draws the questions of one agent to another. More questions make a thicker line. */
export function QuestionLine({ asked, points, labelAt, from, to }: ConsultationLayout['questions'][number]) {
  return (
    <GraphLine
      path={drawOver(from, labelAt, to) ?? drawPath(points)}
      color="var(--line-strong)"
      widthPx={1 + Math.min(4, asked.count) * 0.5}
      hasArrow
    />
  );
}

/** Draws a curve through the label's position. Returns null if the line points backwards, from right to left. */
function drawOver(from: Point, over: Point, to: Point): string | null {
  if (from.x >= over.x || over.x >= to.x) return null;
  const [before, after] = [(from.x + over.x) / 2, (over.x + to.x) / 2];
  return `M ${from.x} ${from.y} C ${before} ${from.y} ${before} ${over.y} ${over.x} ${over.y} C ${after} ${over.y} ${after} ${to.y} ${to.x} ${to.y}`;
}
