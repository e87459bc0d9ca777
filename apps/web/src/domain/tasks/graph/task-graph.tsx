import { lazy, Suspense } from 'react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import type { TaskGraphProps } from './task-graph-canvas.tsx';

const GraphCanvas = lazy(() => import('./task-graph-canvas.tsx'));

/** Shows the dependencies of tasks as a graph. The layout library loads when a graph is first shown. */
export function TaskGraph(props: TaskGraphProps) {
  return (
    <figure
      aria-label={taskTexts.graph.label(props.tasks.length)}
      className="h-fit min-w-0 overflow-hidden rounded-lg border bg-canvas xl:sticky xl:top-4"
    >
      <figcaption className="px-3 pt-2.5 text-muted text-sm">{taskTexts.graph.title}</figcaption>
      <Suspense fallback={<Skeleton className="m-3 h-96" />}>
        <GraphCanvas {...props} />
      </Suspense>
    </figure>
  );
}
