import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { formatCount } from '../../format/format.ts';

export type ConsultationEdgeType = Edge<
  { count: number; label: string; shiftPx: number; onOpen: () => void },
  'consultation'
>;

/** A line from who asked to who answered; the number on it is a button that opens the questions. */
export function ConsultationEdge(props: EdgeProps<ConsultationEdgeType>) {
  const { id, data, markerEnd } = props;
  const shiftPx = data?.shiftPx ?? 0;
  const [path, x, y] = getBezierPath({
    ...props,
    sourceY: props.sourceY + shiftPx,
    targetY: props.targetY + shiftPx,
  });
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        className="!stroke-accent-text"
      />
      {data && (
        <EdgeLabelRenderer>
          <button
            type="button"
            aria-label={data.label}
            onClick={data.onOpen}
            className="nodrag nopan figures pointer-events-auto absolute flex h-6 min-w-6 items-center justify-center rounded-full border border-accent-text/50 bg-surface px-1.5 font-medium text-accent-text text-xs hover:bg-accent-soft"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {formatCount(data.count)}
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
