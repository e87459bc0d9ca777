import { lazy, Suspense, useRef } from 'react';
import { graphMarginPx } from '../../../charts/graph-view.tsx';
import { useWidth } from '../../../charts/use-width.ts';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { findDrawnEdges, findEdges } from './task-edges.ts';
import type { TaskGraphProps } from './task-graph-canvas.tsx';
import { chooseShape } from './task-layers.ts';

const GraphCanvas = lazy(() => import('./task-graph-canvas.tsx'));

/**
 * Shows the dependencies of tasks as a graph. The layout library loads when a graph is first shown. A narrow screen has
 * no graph: the list of tasks beside it names the tasks that each one needs. Tasks that need nothing have none either.
 */
export function TaskGraph(props: Omit<TaskGraphProps, 'shape'>) {
  const isWide = useMedia('(min-width: 768px)');
  return isWide && findEdges(props.tasks).length > 0 ? <WideGraph {...props} /> : null;
}

function WideGraph(props: Omit<TaskGraphProps, 'shape'>) {
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const { tasks } = props;
  const shape = chooseShape(tasks, widthPx - 2 * graphMarginPx);
  const isShortened = findDrawnEdges(tasks).length < findEdges(tasks).length;
  return (
    <figure
      aria-label={taskTexts.graph.label(tasks.length)}
      className="min-w-0 overflow-hidden rounded-xl border bg-canvas"
    >
      <div ref={frame}>
        {widthPx > 0 && (
          <Suspense fallback={<div style={{ height: shape.heightPx + 2 * graphMarginPx }} />}>
            <GraphCanvas {...props} shape={shape} />
          </Suspense>
        )}
      </div>
      <figcaption className="px-4 pb-2.5 text-muted text-xs">
        {isShortened ? taskTexts.graph.shortened : taskTexts.graph.title}
      </figcaption>
    </figure>
  );
}
